import { Node } from '@tiptap/core'
import { CALLOUT_SIGNS, CALLOUT_TONES, type CalloutTone } from '../../domain/answer-markup.ts'

/** Blocks that are set apart: a note, a tip or a warning. */
export const AnswerCallout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({ tone: { default: 'note' } }),
  parseHTML: () => [
    {
      // Also of the public page and the preview, which name no tone: its sign says it.
      tag: 'div[role="note"]',
      getAttrs: ({ dataset }) => ({
        tone:
          CALLOUT_TONES.find(
            (calloutTone) => calloutTone === dataset.tone || CALLOUT_SIGNS[calloutTone] === dataset.sign,
          ) ?? 'note',
      }),
    },
  ],
  renderHTML: ({ node }) => {
    const calloutTone = node.attrs.tone as CalloutTone
    return ['div', { role: 'note', 'data-tone': calloutTone, 'data-sign': CALLOUT_SIGNS[calloutTone] }, 0]
  },
})
