import { blocksToPlainText, type MarkupBlock, parseMarkup } from '../../../kernel/markup.ts'

/** A line of at least this length was wrapped by an editor: few lines of code or output are as long and end a sentence. */
const WRAPPED_LENGTH = 50
const MIN_LETTERS = 0.85
const CODE_SIGNS = /[{}<>=;|\\$]|^\s*[#/\-*]{1,2}\s?\w+[:(]|\w\(\)/mu

/** True for text in a code block, as generators write notices that a site's own program would show as a box. */
function isProse(code: string): boolean {
  const lines = code.split('\n')
  const letters = code.match(/[\p{L}\s]/gu)?.length ?? 0
  return (
    /^[\p{Lu}`*"“„]/u.test(code) &&
    /[.!?…]$/u.test(code) &&
    lines.some((line) => line.trim().length >= WRAPPED_LENGTH) &&
    !CODE_SIGNS.test(code) &&
    letters / code.length >= MIN_LETTERS
  )
}

const endsWithColon = (blocks: readonly MarkupBlock[]) => /[:：]\s*$/u.test(blocksToPlainText(blocks))

/**
 * Repairs blocks of a source that its author or generator has torn: text in a code block becomes text, and a list that an
 * item announces with a colon belongs to that item, after which the list around it continues.
 */
export function repairBlocks(blocks: readonly MarkupBlock[]): MarkupBlock[] {
  const out: MarkupBlock[] = []
  /** The last list of `out` has taken another one into its last item. */
  let isNested = false
  const prose = blocks.flatMap((block) =>
    block.kind === 'code' && isProse(block.text) ? parseMarkup(block.text) : [block],
  )
  for (const block of prose) {
    const last = out.at(-1)
    if (block.kind !== 'list' || last?.kind !== 'list') {
      out.push(block)
      isNested = false
    } else if (block.ordered !== last.ordered && endsWithColon(last.items.at(-1) ?? [])) {
      const items = last.items.map((item, index) => (index === last.items.length - 1 ? [...item, block] : item))
      out[out.length - 1] = { ...last, items }
      isNested = true
    } else if (block.ordered === last.ordered && isNested) {
      out[out.length - 1] = { ...last, items: [...last.items, ...block.items] }
      isNested = false
    } else out.push(block)
  }
  return out
}
