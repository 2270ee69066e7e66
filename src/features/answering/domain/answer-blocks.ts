import {
  blocksToMarkdown,
  blocksToPlainText,
  isVideo,
  type MarkupBlock,
  type MarkupInline,
} from '../../../kernel/markup.ts'
import { fitsType, type QuestionType, SHORT_ANSWER_TYPES } from './question-type.ts'

/** A section up to this length is shown whole, in characters. */
const WHOLE_LENGTH = 1_000
/** The opening and the best group may be longer by this much. */
const EXTRA_LENGTH = 150
/** Share of the length for an opening that is not what fits best. */
const OPENING_SHARE = 0.5
/** By how much earlier groups are preferred to the next. */
const ORDER_SHARE = 0.02

/** Blocks that belong together: a lead-in ("…:" or a heading) with what it introduces. */
interface BlockGroup {
  blocks: MarkupBlock[]
  text: string
}

/** Fit of a text to the question; compared within one section. */
export type FitOf = (text: string) => number

const NOISE_LINE = /^(thanks|thank you|see also|back to top|read more|next|previous|siehe auch|danke)\b.{0,60}$/iu
/** A paragraph of nothing but links leads elsewhere, unless it is a video; a section that is nothing else keeps it. */
const isNavigation = (markupBlock: MarkupBlock) =>
  !isVideo(markupBlock) &&
  markupBlock.kind === 'paragraph' &&
  markupBlock.children.some(({ kind }) => kind === 'link') &&
  markupBlock.children.every((child) => child.kind === 'link' || child.kind === 'break' || isSeparator(child))
const isSeparator = (inline: MarkupInline) => inline.kind === 'text' && !/[\p{L}\p{N}]/u.test(inline.text)
/** Images belong to what is said before them. */
const isFigure = (markupBlock: MarkupBlock) =>
  markupBlock.kind === 'paragraph' && markupBlock.children.every(({ kind }) => kind === 'image' || kind === 'break')
const isBold = (markupBlock: MarkupBlock) =>
  markupBlock.kind === 'paragraph' && markupBlock.children.length === 1 && markupBlock.children[0]!.kind === 'strong'
const isIntroduction = (markupBlock: MarkupBlock, blockText: string) =>
  markupBlock.kind === 'heading' ||
  isBold(markupBlock) ||
  (markupBlock.kind === 'paragraph' && /[:：]$/u.test(blockText))

function groupBlocks(blocks: readonly MarkupBlock[]): BlockGroup[] {
  const blockGroups: MarkupBlock[][] = []
  for (const markupBlock of blocks) {
    const blockText = blocksToPlainText([markupBlock]).trim()
    if (isFigure(markupBlock)) {
      blockGroups.at(-1)?.push(markupBlock)
      continue
    }
    if (
      blockText === '' ||
      (markupBlock.kind === 'paragraph' && NOISE_LINE.test(blockText)) ||
      (blocks.length > 1 && isNavigation(markupBlock))
    )
      continue
    const lastGroup = blockGroups.at(-1)
    const precedingBlock = lastGroup?.at(-1)
    if (lastGroup && precedingBlock && isIntroduction(precedingBlock, blocksToPlainText([precedingBlock]).trim()))
      lastGroup.push(markupBlock)
    else blockGroups.push([markupBlock])
  }
  // A lead-in without what it introduces is left out.
  return blockGroups
    .filter((blockGroup) => !isIntroduction(blockGroup.at(-1)!, blocksToPlainText([blockGroup.at(-1)!]).trim()))
    .map((blockGroup) => ({ blocks: blockGroup, text: blocksToMarkdown(blockGroup) }))
}

/**
 * Shortens a group to a length: steps from the first one on, other lists and tables by the parts that fit the question
 * best, in their order. Other blocks stay whole.
 */
function cutGroup(blockGroup: BlockGroup, maxLength: number, fitOf: FitOf): BlockGroup {
  if (blockGroup.text.length <= maxLength) return blockGroup
  const lastBlock = blockGroup.blocks.at(-1)!
  const leadingBlocks = blockGroup.blocks.slice(0, -1)
  const remainingLength = maxLength - blocksToMarkdown(leadingBlocks).length
  const keepFitting = <T>(parts: readonly T[], blockOfPart: (part: T) => MarkupBlock, isSteps: boolean): T[] => {
    const partTexts = parts.map((listPart) => blocksToMarkdown([blockOfPart(listPart)]))
    const partOrder = [...parts.keys()]
    if (!isSteps) {
      const fitOfParts = partTexts.map(fitOf)
      partOrder.sort((leftPart, rightPart) => fitOfParts[rightPart]! - fitOfParts[leftPart]! || leftPart - rightPart)
    }
    const keptParts = new Set<number>()
    let keptLength = 0
    for (const partIndex of partOrder) {
      keptLength += partTexts[partIndex]!.length
      if (keptLength > remainingLength && keptParts.size > 0) break
      keptParts.add(partIndex)
    }
    return parts.filter((_, partIndex) => keptParts.has(partIndex))
  }
  if (lastBlock.kind === 'list')
    return appendBlock(leadingBlocks, {
      ...lastBlock,
      items: keepFitting(lastBlock.items, (listItem) => ({ ...lastBlock, items: [listItem] }), lastBlock.ordered),
    })
  if (lastBlock.kind === 'table')
    return appendBlock(leadingBlocks, {
      ...lastBlock,
      rows: keepFitting(lastBlock.rows, (row) => ({ ...lastBlock, rows: [row] }), false),
    })
  return blockGroup
}

const appendBlock = (leadingBlocks: MarkupBlock[], lastBlock: MarkupBlock): BlockGroup => {
  const blocks = [...leadingBlocks, lastBlock]
  return { blocks, text: blocksToMarkdown(blocks) }
}

export interface AnswerBlocks {
  blocks: MarkupBlock[]
  /** Something of the section is left out: "Read more" leads to it. */
  isShortened: boolean
}

/**
 * The answer that a section gives: whole blocks in their order. A short section is shown whole. Of a long one the opening
 * and what follows it are shown, or, where the group that fits the question best comes later, the opening and that group
 * with its neighbors. These are what has something of the question after it, what leads to it, and what else follows. For
 * a question that one statement answers, the group that states it comes first where the opening does not.
 */
export function answerBlocks(
  blocks: readonly MarkupBlock[],
  questionType: QuestionType,
  fitOf: FitOf,
  maxLength: number = WHOLE_LENGTH,
): AnswerBlocks {
  const blockGroups = groupBlocks(mergeTables(blocks))
  const totalLength = blockGroups.reduce((lengthSum, { text }) => lengthSum + text.length + 2, 0)
  if (totalLength <= maxLength)
    return { blocks: blockGroups.flatMap((blockGroup) => blockGroup.blocks), isShortened: false }
  const groupFits = blockGroups.map(({ text }, groupIndex) => fitOf(text) - groupIndex * ORDER_SHARE)
  const bestIndex = groupFits.indexOf(Math.max(...groupFits))
  if (bestIndex < 0) return { blocks: [], isShortened: false }
  const statesFirst =
    SHORT_ANSWER_TYPES.has(questionType) &&
    fitsType(questionType, blockGroups[bestIndex]!.text) &&
    !fitsType(questionType, blockGroups[0]!.text)
  const isAsked = (groupIndex: number) => fitOf(blockGroups[groupIndex]?.text ?? '') > 0
  const chosenGroups = new Map<number, BlockGroup>()
  let chosenLength = 0
  const chooseGroup = (groupIndex: number, lengthLimit: number): boolean => {
    const blockGroup = blockGroups[groupIndex]
    if (!blockGroup) return false
    if (chosenGroups.has(groupIndex)) return true
    const shortenedGroup = cutGroup(blockGroup, lengthLimit - chosenLength, fitOf)
    if (chosenGroups.size > 0 && chosenLength + shortenedGroup.text.length + 2 > lengthLimit) return false
    chosenGroups.set(groupIndex, shortenedGroup)
    chosenLength += shortenedGroup.text.length + 2
    return true
  }
  if (!statesFirst && bestIndex > 0) chooseGroup(0, maxLength * OPENING_SHARE)
  chooseGroup(bestIndex, bestIndex === 0 ? maxLength : maxLength + EXTRA_LENGTH)
  for (let nextIndex = bestIndex + 1; isAsked(nextIndex) && chooseGroup(nextIndex, maxLength); nextIndex += 1);
  if (!statesFirst) for (let previousIndex = bestIndex - 1; chooseGroup(previousIndex, maxLength); previousIndex -= 1);
  for (let nextIndex = bestIndex + 1; chooseGroup(nextIndex, maxLength); nextIndex += 1);
  const orderedGroups = [...chosenGroups]
    .sort(([leftIndex], [rightIndex]) => leftIndex - rightIndex)
    .map(([, chosenGroup]) => chosenGroup)
  return { blocks: orderedGroups.flatMap((blockGroup) => blockGroup.blocks), isShortened: true }
}

/** Parts of one table that were indexed apart repeat its header: they become one table again. */
export function mergeTables(blocks: readonly MarkupBlock[]): MarkupBlock[] {
  const mergedBlocks: MarkupBlock[] = []
  for (const markupBlock of blocks) {
    const lastBlock = mergedBlocks.at(-1)
    const continuesTable =
      markupBlock.kind === 'table' &&
      lastBlock?.kind === 'table' &&
      JSON.stringify(markupBlock.header) === JSON.stringify(lastBlock.header)
    const isSameList =
      markupBlock.kind === 'list' &&
      lastBlock?.kind === 'list' &&
      markupBlock.ordered &&
      lastBlock.ordered &&
      markupBlock.start === lastBlock.start + lastBlock.items.length
    if (continuesTable)
      mergedBlocks[mergedBlocks.length - 1] = { ...lastBlock, rows: [...lastBlock.rows, ...markupBlock.rows] }
    else if (isSameList)
      mergedBlocks[mergedBlocks.length - 1] = { ...lastBlock, items: [...lastBlock.items, ...markupBlock.items] }
    else mergedBlocks.push(markupBlock)
  }
  return mergedBlocks
}
