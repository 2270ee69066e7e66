import { type HtmlElement, type HtmlNode, isElement } from './html-tree.ts'

const CODE = /^(?:pre|code|kbd|samp|tt|textarea|script|style|math|svg)$/
/** A backslash that Markdown needs before a sign at the beginning of a word. Within a word it may be part of a path. */
const ESCAPE = /(?<=^|[\s("'“„‘«])\\(?=[*#_~][^\\\s]?)/g
/** A backslash at the end of a line is a line break, unless it ends a path. */
const LINE_BREAK = /(?<=^|[^\s\\])\\\n/
const PATH = /[\\/:]\S*$/

/** Escapes and line breaks of Markdown that the page's generator has left in its text. Changes the tree. */
export function removeTypedSigns(root: HtmlElement): void {
  if (!root.textContent?.includes('\\')) return
  const waiting: HtmlElement[] = [root]
  for (let element = waiting.pop(); element; element = waiting.pop())
    for (const node of [...element.childNodes])
      if (isElement(node)) {
        if (!CODE.test(node.localName)) waiting.push(node)
      } else if (node.nodeType === 3) cleanText(node, element)
}

function cleanText(node: HtmlNode, parent: HtmlElement): void {
  const typed = node.textContent ?? ''
  if (!typed.includes('\\')) return
  const lines = typed.replace(ESCAPE, '').split(LINE_BREAK)
  const isBreak = lines.slice(0, -1).every((line) => !PATH.test(line))
  if (lines.length === 1 || !isBreak) {
    node.textContent = typed.replace(ESCAPE, '')
    return
  }
  const parts = lines.flatMap((line, index) =>
    index === 0 ? [line] : [parent.ownerDocument.createElement('br'), line],
  )
  ;(node as unknown as HtmlElement).replaceWith(...parts)
}
