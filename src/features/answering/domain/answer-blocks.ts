import { blocksToMarkdown, blocksToPlainText, type MarkupBlock } from '../../../kernel/markup.ts'
import { fitsType, type QuestionType, SHORT_ANSWER_TYPES } from './question-type.ts'

/** A section up to this length is shown whole, in characters. */
const WHOLE_LENGTH = 900
/** The opening and the best group may be longer by this much. */
const EXTRA_LENGTH = 200

/** Blocks that belong together: a lead-in ("…:" or a heading) with what it introduces. */
interface BlockGroup {
  blocks: MarkupBlock[]
  text: string
}

/** Fit of a text to the question; compared within one section. */
export type FitOf = (text: string) => number

const NOISE = /^(thanks|thank you|see also|back to top|read more|next|previous|siehe auch|danke)\b.{0,60}$/iu
const isBold = (block: MarkupBlock) =>
  block.kind === 'paragraph' && block.children.length === 1 && block.children[0]!.kind === 'strong'
const introduces = (block: MarkupBlock, text: string) =>
  block.kind === 'heading' || isBold(block) || (block.kind === 'paragraph' && /[:：]$/u.test(text))

function groupsOf(blocks: readonly MarkupBlock[]): BlockGroup[] {
  const groups: MarkupBlock[][] = []
  for (const block of blocks) {
    const text = blocksToPlainText([block]).trim()
    if (text === '' || (block.kind === 'paragraph' && NOISE.test(text))) continue
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

/** Cuts lists and tables between items, and long paragraphs between sentences. */
function cutGroup(group: BlockGroup, max: number): BlockGroup {
  if (group.text.length <= max) return group
  const last = group.blocks.at(-1)!
  const lead = group.blocks.slice(0, -1)
  let left = max - blocksToMarkdown(lead).length
  const fits = (block: MarkupBlock) => {
    const length = blocksToMarkdown([block]).length
    left -= length
    return left >= 0
  }
  const keep = <T>(parts: readonly T[], blockOf: (part: T) => MarkupBlock): T[] => {
    const end = parts.findIndex((part) => !fits(blockOf(part)))
    return parts.slice(0, end < 0 ? parts.length : Math.max(1, end))
  }
  if (last.kind === 'list') {
    const items = keep(last.items, (item) => ({ ...last, items: [item] }))
    return withLast(lead, { ...last, items })
  }
  if (last.kind === 'table')
    return withLast(lead, { ...last, rows: keep(last.rows, (row) => ({ ...last, rows: [row] })) })
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
 * The answer that a section gives: whole blocks in their order. A short section is shown whole; of a long one the
 * opening and the groups that fit the question best. For a question that one statement answers, the group that states
 * it comes first where the opening does not.
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
  const scored = groups.map((group, index) => ({ index, group, fit: fitOf(group.text) - index * 0.02 }))
  const byFit = scored.toSorted((left, right) => right.fit - left.fit)
  const [best] = byFit
  if (!best) return { blocks: [], isShortened: false }
  const statesFirst =
    SHORT_ANSWER_TYPES.has(type) && fitsType(type, best.group.text) && !fitsType(type, groups[0]!.text)
  const first = statesFirst ? best : scored[0]!
  const chosen = new Map([[first.index, cutGroup(first.group, max)]])
  let size = chosen.get(first.index)!.text.length
  for (const { index, group } of byFit) {
    if (chosen.has(index) || (statesFirst && index < first.index)) continue
    const cut = cutGroup(group, max)
    if (size + cut.text.length + 2 > max + (chosen.size === 1 ? EXTRA_LENGTH : 0)) continue
    chosen.set(index, cut)
    size += cut.text.length + 2
  }
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
