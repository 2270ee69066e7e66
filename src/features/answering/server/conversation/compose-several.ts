import { type MarkupBlock, parseMarkup } from '../../../../kernel/markup.ts'
import { SUGGESTED_ANSWER, SUGGESTIONS_MAX } from '../../contract.ts'
import { interleave } from '../../domain/interleave.ts'
import { type ComposedAnswer, composeFromSections } from '../compose.ts'
import type { Decision } from '../decide.ts'

export interface DecidedPart {
  question: string
  decision: Decision
}

const withQuestionHeading = (question: string, blocks: MarkupBlock[]): MarkupBlock[] => [
  { kind: 'paragraph', children: [{ kind: 'strong', children: [{ kind: 'text', text: question }] }] },
  ...blocks,
]

/** Sections of each part in turn, as far as they are shown. */
function sectionsOf(composedParts: readonly ComposedAnswer[]): ComposedAnswer['suggestions'] {
  const suggestionLists = composedParts.map(({ outcome, used, suggestions, ...section }) =>
    outcome === 'answered' ? used.slice(0, 1).map((evidence) => ({ evidence, ...section })) : suggestions,
  )
  return interleave(suggestionLists, ({ evidence }) => evidence.id).slice(0, SUGGESTIONS_MAX)
}

/** One reply to several questions: their answers, or the closest sections of each when one of them has no answer. */
export function composeSeveral(parts: readonly DecidedPart[]): ComposedAnswer {
  const composedParts = parts.map(({ decision }) => composeFromSections(decision))
  const [firstPart] = composedParts
  const used = composedParts.flatMap((composedPart) => composedPart.used)
  if (!firstPart || used.length === 0) return firstPart ?? composeFromSections(parts[0]!.decision)
  if (composedParts.every(({ outcome }) => outcome === 'answered')) {
    if (new Set(used.map(({ id }) => id)).size === 1) return firstPart
    const blocks = composedParts.flatMap((composedPart, partIndex) =>
      withQuestionHeading(parts[partIndex]?.question ?? '', composedPart.blocks),
    )
    const text = composedParts
      .map((composedPart, partIndex) => `**${parts[partIndex]?.question}**\n\n${composedPart.text}`)
      .join('\n\n')
    return {
      ...firstPart,
      blocks,
      text,
      used,
      isShortened: composedParts.some((composedPart) => composedPart.isShortened),
    }
  }
  const suggestions = sectionsOf(composedParts)
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
