import { AppError } from '../../../kernel/app-error.ts'
import { blocksToMarkdown, type MarkupBlock, parseMarkup } from '../../../kernel/markup.ts'
import type { Outcome } from '../../questions/contract.ts'
import { AI_UNAVAILABLE, NOT_FOUND_ANSWER, SUGGESTED_ANSWER, SUGGESTIONS_MAX } from '../contract.ts'
import { toVisitorSource } from '../domain/evidence.ts'
import { withoutInstructions } from '../domain/model/instructions.ts'
import { sectionsToShow } from '../domain/topics.ts'
import { type Decision, type RankedEvidence, shownBlocks } from './decide.ts'
import { isModelFailure } from './model/model-failure.ts'
import type { Generate } from './model/short-reply.ts'
import { MODEL_PASSAGES, type ModelRequest, writeCheckedAnswer } from './model/write-checked-answer.ts'
import type { SectionEvidence } from './retrieve.ts'

/** An answer with the evidence that it rests on. */
export interface ComposedAnswer {
  outcome: Outcome
  blocks: MarkupBlock[]
  /** The blocks as Markdown. */
  text: string
  used: SectionEvidence[]
  /** Sections that are shown opened where nothing is claimed; best first. */
  suggestions: { evidence: SectionEvidence; blocks: MarkupBlock[]; text: string; isShortened: boolean }[]
  /** Something of the section is left out. */
  isShortened: boolean
  /** Sentences of a model's that no passage supports; they are not in the text. */
  leftOut: number
}

/** A section that is shown opened may be longer than an answer. */
const MAX_SHOWN_LENGTH = 2_000

/** Weight of the semantic feature in the order of the sections that are shown; the decision has features of its own for it. */
const SEMANTIC_WEIGHT = 0.5
const shownFit = ({ fit, features }: RankedEvidence): number => fit + SEMANTIC_WEIGHT * (features.semantic ?? 0)

const composed = (outcome: Outcome, text: string): ComposedAnswer => ({
  outcome,
  text,
  blocks: parseMarkup(text),
  used: [],
  suggestions: [],
  isShortened: false,
  leftOut: 0,
})

const refusal = (): ComposedAnswer => composed('refused', NOT_FOUND_ANSWER)

/** Sentences that address a model are never shown. */
const safeBlocks = (blocks: MarkupBlock[]): MarkupBlock[] =>
  blocks.flatMap((block) => {
    const text = blocksToMarkdown([block])
    const safe = withoutInstructions(text)
    return safe === text.trim() ? [block] : parseMarkup(safe)
  })

/** Third step, without a model: the best topic's section answers in its own words, or the closest ones are shown. */
export function composeFromSections(decision: Decision): ComposedAnswer {
  const [first] = decision.topics
  if (!first || decision.tier === 'refuse') return refusal()
  if (decision.tier === 'suggest') {
    const suggestions = sectionsToShow(
      decision.ranked
        .filter(({ isInternal }) => !isInternal)
        .toSorted((left, right) => shownFit(right) - shownFit(left)),
      SUGGESTIONS_MAX,
    ).flatMap((evidence) => {
      const { blocks: shown, isShortened } = shownBlocks(evidence, decision, MAX_SHOWN_LENGTH)
      const blocks = safeBlocks(shown)
      return blocks.length > 0 ? [{ evidence, blocks, text: blocksToMarkdown(blocks), isShortened }] : []
    })
    if (suggestions.length === 0) return refusal()
    const used = suggestions.map(({ evidence }) => evidence)
    return { ...composed('suggested', SUGGESTED_ANSWER), used, suggestions }
  }
  const blocks = safeBlocks(decision.answer.blocks)
  if (blocks.length === 0) return refusal()
  return {
    outcome: 'answered',
    blocks,
    text: blocksToMarkdown(blocks),
    used: [first.best],
    suggestions: [],
    isShortened: decision.answer.isShortened,
    leftOut: 0,
  }
}

export interface ModelTask extends Omit<ModelRequest, 'passages'> {
  generate: Generate
  onStart(used: SectionEvidence[]): Promise<void>
  log(level: 'warn', message: string, fields?: object): void
}

/**
 * Third step, with a model: it writes from the sections found, and every sentence is checked against them. Null when it
 * fails, may not be used, or writes too little that the sections support.
 */
export async function composeWithModel(decision: Decision, task: ModelTask): Promise<ComposedAnswer | null> {
  const evidence = decision.ranked.slice(0, MODEL_PASSAGES)
  await task.onStart(evidence)
  try {
    const { outcome, text, used, leftOut } = await writeCheckedAnswer(task.generate, {
      ...task,
      // A model may name what it read: an internal source is unnamed here, too.
      passages: evidence.map((one) => ({
        title: toVisitorSource(one).title,
        text: blocksToMarkdown(one.section.blocks),
      })),
    })
    if (outcome === 'unusable') return null
    if (outcome === 'refused') return { ...refusal(), leftOut }
    return { ...composed('answered', text), used: used.flatMap((index) => evidence[index] ?? []), leftOut }
  } catch (error) {
    if (!isModelFailure(error, task.signal)) throw error
    const code = error instanceof AppError ? error.code : 'aborted'
    task.log('warn', 'The language model failed; the built-in answer was used', { code })
    return null
  }
}

export const unavailable = (): ComposedAnswer => composed('unavailable', AI_UNAVAILABLE)
