import { type MarkupBlock, parseMarkup } from '../../../../kernel/markup.ts'
import { SUGGESTED_ANSWER, SUGGESTIONS_MAX } from '../../contract.ts'
import { interleave } from '../../domain/interleave.ts'
import { type ComposedAnswer, composeFromSections } from '../compose.ts'
import type { Decision } from '../decide.ts'

export interface DecidedPart {
  question: string
  decision: Decision
}

const headed = (question: string, blocks: MarkupBlock[]): MarkupBlock[] => [
  { kind: 'paragraph', children: [{ kind: 'strong', children: [{ kind: 'text', text: question }] }] },
  ...blocks,
]

/** Sections of each part in turn, as far as they are shown. */
function sectionsOf(parts: readonly ComposedAnswer[]): ComposedAnswer['suggestions'] {
  const lists = parts.map(({ outcome, used, suggestions, ...section }) =>
    outcome === 'answered' ? used.slice(0, 1).map((evidence) => ({ evidence, ...section })) : suggestions,
  )
  return interleave(lists, ({ evidence }) => evidence.id).slice(0, SUGGESTIONS_MAX)
}

/** One reply to several questions: their answers, or the closest sections of each when one of them has no answer. */
export function composeSeveral(parts: readonly DecidedPart[]): ComposedAnswer {
  const composed = parts.map(({ decision }) => composeFromSections(decision))
  const [first] = composed
  const used = composed.flatMap((one) => one.used)
  if (!first || used.length === 0) return first ?? composeFromSections(parts[0]!.decision)
  if (composed.every(({ outcome }) => outcome === 'answered')) {
    if (new Set(used.map(({ id }) => id)).size === 1) return first
    const blocks = composed.flatMap((one, index) => headed(parts[index]?.question ?? '', one.blocks))
    const text = composed.map((one, index) => `**${parts[index]?.question}**\n\n${one.text}`).join('\n\n')
    return { ...first, blocks, text, used, isShortened: composed.some((one) => one.isShortened) }
  }
  const suggestions = sectionsOf(composed)
  return {
    outcome: 'suggested',
    text: SUGGESTED_ANSWER,
    blocks: parseMarkup(SUGGESTED_ANSWER),
    used: suggestions.map(({ evidence }) => evidence),
    suggestions,
    isShortened: false,
    leftOut: 0,
  }
}
