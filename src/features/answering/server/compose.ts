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

const composeText = (outcome: Outcome, answerText: string): ComposedAnswer => ({
  outcome,
  text: answerText,
  blocks: parseMarkup(answerText),
  used: [],
  suggestions: [],
  isShortened: false,
  leftOut: 0,
})

const composeRefusal = (): ComposedAnswer => composeText('refused', NOT_FOUND_ANSWER)

/** Sentences that address a model are never shown. */
const safeBlocks = (blocks: MarkupBlock[]): MarkupBlock[] =>
  blocks.flatMap((markupBlock) => {
    const blockMarkdown = blocksToMarkdown([markupBlock])
    const safeMarkdown = withoutInstructions(blockMarkdown)
    return safeMarkdown === blockMarkdown.trim() ? [markupBlock] : parseMarkup(safeMarkdown)
  })

/** Third step, without a model: the best topic's section answers in its own words, or the closest ones are shown. */
export function composeFromSections(decision: Decision): ComposedAnswer {
  const [firstTopic] = decision.topics
  if (!firstTopic || decision.tier === 'refuse') return composeRefusal()
  if (decision.tier === 'suggest') {
    const suggestions = sectionsToShow(
      decision.ranked
        .filter(({ isInternal }) => !isInternal)
        .toSorted((leftEvidence, rightEvidence) => shownFit(rightEvidence) - shownFit(leftEvidence)),
      SUGGESTIONS_MAX,
    ).flatMap((evidence) => {
      const { blocks: shown, isShortened } = shownBlocks(evidence, decision, MAX_SHOWN_LENGTH)
      const blocks = safeBlocks(shown)
      return blocks.length > 0 ? [{ evidence, blocks, text: blocksToMarkdown(blocks), isShortened }] : []
    })
    if (suggestions.length === 0) return composeRefusal()
    const used = suggestions.map(({ evidence }) => evidence)
    return { ...composeText('suggested', SUGGESTED_ANSWER), used, suggestions }
  }
  const blocks = safeBlocks(decision.answer.blocks)
  if (blocks.length === 0) return composeRefusal()
  return {
    outcome: 'answered',
    blocks,
    text: blocksToMarkdown(blocks),
    used: [firstTopic.best],
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
  const passageEvidence = decision.ranked.slice(0, MODEL_PASSAGES)
  await task.onStart(passageEvidence)
  try {
    const { outcome, text, used, leftOut } = await writeCheckedAnswer(task.generate, {
      ...task,
      // A model may name what it read: an internal source is unnamed here, too.
      passages: passageEvidence.map((passage) => ({
        title: toVisitorSource(passage).title,
        text: blocksToMarkdown(passage.section.blocks),
      })),
    })
    if (outcome === 'unusable') return null
    if (outcome === 'refused') return { ...composeRefusal(), leftOut }
    return {
      ...composeText('answered', text),
      used: used.flatMap((passageIndex) => passageEvidence[passageIndex] ?? []),
      leftOut,
    }
  } catch (error) {
    if (!isModelFailure(error, task.signal)) throw error
    const failureCode = error instanceof AppError ? error.code : 'aborted'
    task.log('warn', 'The language model failed; the built-in answer was used', { code: failureCode })
    return null
  }
}

export const composeUnavailable = (): ComposedAnswer => composeText('unavailable', AI_UNAVAILABLE)
