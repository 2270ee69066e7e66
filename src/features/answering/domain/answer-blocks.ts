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

const NOISE = /^(thanks|thank you|see also|back to top|read more|next|previous|siehe auch|danke)\b.{0,60}$/iu
/** A paragraph of nothing but links leads elsewhere, unless it is a video; a section that is nothing else keeps it. */
const isNavigation = (block: MarkupBlock) =>
  !isVideo(block) &&
  block.kind === 'paragraph' &&
  block.children.some(({ kind }) => kind === 'link') &&
  block.children.every((child) => child.kind === 'link' || child.kind === 'break' || isSeparator(child))
const isSeparator = (inline: MarkupInline) => inline.kind === 'text' && !/[\p{L}\p{N}]/u.test(inline.text)
/** Images belong to what is said before them. */
const isFigure = (block: MarkupBlock) =>
  block.kind === 'paragraph' && block.children.every(({ kind }) => kind === 'image' || kind === 'break')
const isBold = (block: MarkupBlock) =>
  block.kind === 'paragraph' && block.children.length === 1 && block.children[0]!.kind === 'strong'
const introduces = (block: MarkupBlock, text: string) =>
  block.kind === 'heading' || isBold(block) || (block.kind === 'paragraph' && /[:：]$/u.test(text))

function groupsOf(blocks: readonly MarkupBlock[]): BlockGroup[] {
  const groups: MarkupBlock[][] = []
  for (const block of blocks) {
    const text = blocksToPlainText([block]).trim()
    if (isFigure(block)) {
      groups.at(-1)?.push(block)
      continue
    }
    if (text === '' || (block.kind === 'paragraph' && NOISE.test(text)) || (blocks.length > 1 && isNavigation(block)))
      continue
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last && before && introduces(before, blocksToPlainText([before]).trim())) last.push(block)
    else groups.push([block])
  }
  // A lead-in without what it introduces is left out.
  return groups
    .filter((group) => !introduces(group.at(-1)!, blocksToPlainText([group.at(-1)!]).trim()))
    .map((group) => ({ blocks: group, text: blocksToMarkdown(group) }))
}

/**
 * Shortens a group to a length: steps from the first one on, other lists and tables by the parts that fit the question
 * best, in their order. Other blocks stay whole.
 */
function cutGroup(group: BlockGroup, max: number, fitOf: FitOf): BlockGroup {
  if (group.text.length <= max) return group
  const last = group.blocks.at(-1)!
  const lead = group.blocks.slice(0, -1)
  const left = max - blocksToMarkdown(lead).length
  const keep = <T>(parts: readonly T[], blockOf: (part: T) => MarkupBlock, isSteps: boolean): T[] => {
    const texts = parts.map((part) => blocksToMarkdown([blockOf(part)]))
    const order = [...parts.keys()]
    if (!isSteps) {
      const fits = texts.map(fitOf)
      order.sort((one, other) => fits[other]! - fits[one]! || one - other)
    }
    const kept = new Set<number>()
    let size = 0
    for (const index of order) {
      size += texts[index]!.length
      if (size > left && kept.size > 0) break
      kept.add(index)
    }
    return parts.filter((_, index) => kept.has(index))
  }
  if (last.kind === 'list')
    return withLast(lead, { ...last, items: keep(last.items, (item) => ({ ...last, items: [item] }), last.ordered) })
  if (last.kind === 'table')
    return withLast(lead, { ...last, rows: keep(last.rows, (row) => ({ ...last, rows: [row] }), false) })
  return group
}

const withLast = (lead: MarkupBlock[], last: MarkupBlock): BlockGroup => {
  const blocks = [...lead, last]
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
  type: QuestionType,
  fitOf: FitOf,
  max: number = WHOLE_LENGTH,
): AnswerBlocks {
  const groups = groupsOf(mergeTables(blocks))
  const total = groups.reduce((sum, { text }) => sum + text.length + 2, 0)
  if (total <= max) return { blocks: groups.flatMap((group) => group.blocks), isShortened: false }
  const fits = groups.map(({ text }, index) => fitOf(text) - index * ORDER_SHARE)
  const best = fits.indexOf(Math.max(...fits))
  if (best < 0) return { blocks: [], isShortened: false }
  const statesFirst =
    SHORT_ANSWER_TYPES.has(type) && fitsType(type, groups[best]!.text) && !fitsType(type, groups[0]!.text)
  const isAsked = (index: number) => fitOf(groups[index]?.text ?? '') > 0
  const chosen = new Map<number, BlockGroup>()
  let size = 0
  const choose = (index: number, limit: number): boolean => {
    const group = groups[index]
    if (!group) return false
    if (chosen.has(index)) return true
    const cut = cutGroup(group, limit - size, fitOf)
    if (chosen.size > 0 && size + cut.text.length + 2 > limit) return false
    chosen.set(index, cut)
    size += cut.text.length + 2
    return true
  }
  if (!statesFirst && best > 0) choose(0, max * OPENING_SHARE)
  choose(best, best === 0 ? max : max + EXTRA_LENGTH)
  for (let after = best + 1; isAsked(after) && choose(after, max); after += 1);
  if (!statesFirst) for (let before = best - 1; choose(before, max); before -= 1);
  for (let after = best + 1; choose(after, max); after += 1);
  const ordered = [...chosen].sort(([left], [right]) => left - right).map(([, group]) => group)
  return { blocks: ordered.flatMap((group) => group.blocks), isShortened: true }
}

/** Parts of one table that were indexed apart repeat its header: they become one table again. */
export function mergeTables(blocks: readonly MarkupBlock[]): MarkupBlock[] {
  const out: MarkupBlock[] = []
  for (const block of blocks) {
    const last = out.at(-1)
    const continues =
      block.kind === 'table' && last?.kind === 'table' && JSON.stringify(block.header) === JSON.stringify(last.header)
    const isSameList =
      block.kind === 'list' &&
      last?.kind === 'list' &&
      block.ordered &&
      last.ordered &&
      block.start === last.start + last.items.length
    if (continues) out[out.length - 1] = { ...last, rows: [...last.rows, ...block.rows] }
    else if (isSameList) out[out.length - 1] = { ...last, items: [...last.items, ...block.items] }
    else out.push(block)
  }
  return out
}
