import { blocksToPlainText, type MarkupBlock, parseMarkup } from '../../../kernel/markup.ts'

/** A line of at least this length was wrapped by an editor: few lines of code or output are as long and end a sentence. */
const WRAPPED_LENGTH = 50
const MIN_LETTERS = 0.85
const CODE_SIGNS = /[{}<>=;|\\$]|^\s*[#/\-*]{1,2}\s?\w+[:(]|\w\(\)/mu

/** True for text in a code block, as generators write notices that a site's own program would show as a box. */
function isProse(codeText: string): boolean {
  const codeLines = codeText.split('\n')
  const letterCount = codeText.match(/[\p{L}\s]/gu)?.length ?? 0
  return (
    /^[\p{Lu}`*"“„]/u.test(codeText) &&
    /[.!?…]$/u.test(codeText) &&
    codeLines.some((codeLine) => codeLine.trim().length >= WRAPPED_LENGTH) &&
    !CODE_SIGNS.test(codeText) &&
    letterCount / codeText.length >= MIN_LETTERS
  )
}

const endsWithColon = (blocks: readonly MarkupBlock[]) => /[:：]\s*$/u.test(blocksToPlainText(blocks))

/**
 * Repairs blocks of a source that its author or generator has torn: text in a code block becomes text, and a list that an
 * item announces with a colon belongs to that item, after which the list around it continues.
 */
export function repairBlocks(blocks: readonly MarkupBlock[]): MarkupBlock[] {
  const repairedBlocks: MarkupBlock[] = []
  /** The last list of `out` has taken another one into its last item. */
  let isNested = false
  const proseBlocks = blocks.flatMap((markupBlock) =>
    markupBlock.kind === 'code' && isProse(markupBlock.text) ? parseMarkup(markupBlock.text) : [markupBlock],
  )
  for (const markupBlock of proseBlocks) {
    const lastBlock = repairedBlocks.at(-1)
    if (markupBlock.kind !== 'list' || lastBlock?.kind !== 'list') {
      repairedBlocks.push(markupBlock)
      isNested = false
    } else if (markupBlock.ordered !== lastBlock.ordered && endsWithColon(lastBlock.items.at(-1) ?? [])) {
      const listItems = lastBlock.items.map((listItem, itemIndex) =>
        itemIndex === lastBlock.items.length - 1 ? [...listItem, markupBlock] : listItem,
      )
      repairedBlocks[repairedBlocks.length - 1] = { ...lastBlock, items: listItems }
      isNested = true
    } else if (markupBlock.ordered === lastBlock.ordered && isNested) {
      repairedBlocks[repairedBlocks.length - 1] = { ...lastBlock, items: [...lastBlock.items, ...markupBlock.items] }
      isNested = false
    } else repairedBlocks.push(markupBlock)
  }
  return repairedBlocks
}
