import { type HtmlElement, type HtmlNode, isElement } from './html-tree.ts'

const CODE_ELEMENT = /^(?:pre|code|kbd|samp|tt|textarea|script|style|math|svg)$/
/** A backslash that Markdown needs before a sign at the beginning of a word. Within a word it may be part of a path. */
const TYPED_ESCAPE = /(?<=^|[\s("'“„‘«])\\(?=[*#_~][^\\\s]?)/g
/** A backslash at the end of a line is a line break, unless it ends a path. */
const TYPED_LINE_BREAK = /(?<=^|[^\s\\])\\\n/
const PATH_END = /[\\/:]\S*$/

/** Escapes and line breaks of Markdown that the page's generator has left in its text. Changes the tree. */
export function removeTypedSigns(rootElement: HtmlElement): void {
  if (!rootElement.textContent?.includes('\\')) return
  const pendingElements: HtmlElement[] = [rootElement]
  for (let element = pendingElements.pop(); element; element = pendingElements.pop())
    for (const childNode of [...element.childNodes])
      if (isElement(childNode)) {
        if (!CODE_ELEMENT.test(childNode.localName)) pendingElements.push(childNode)
      } else if (childNode.nodeType === 3) cleanTextNode(childNode, element)
}

function cleanTextNode(textNode: HtmlNode, parent: HtmlElement): void {
  const typedText = textNode.textContent ?? ''
  if (!typedText.includes('\\')) return
  const typedLines = typedText.replace(TYPED_ESCAPE, '').split(TYPED_LINE_BREAK)
  const areLineBreaks = typedLines.slice(0, -1).every((line) => !PATH_END.test(line))
  if (typedLines.length === 1 || !areLineBreaks) {
    textNode.textContent = typedText.replace(TYPED_ESCAPE, '')
    return
  }
  const replacementNodes = typedLines.flatMap((line, lineIndex) =>
    lineIndex === 0 ? [line] : [parent.ownerDocument.createElement('br'), line],
  )
  ;(textNode as unknown as HtmlElement).replaceWith(...replacementNodes)
}
