import { type HtmlElement, type HtmlNode, isElement } from './html-tree.ts'

const LINE_NUMBERS = '.gutter, .lineno, .linenos, .line-number, .line-numbers, .line-numbers-rows, .hljs-ln-numbers'
const LANGUAGE_CLASS = /(?:^|\s)(?:language-|lang-|brush:\s*|highlight-source-|sourceCode\s+)([\w+#.-]+)/i

function findLanguage(preElement: HtmlElement): string {
  const codeElement = preElement.querySelector('code')
  for (const element of [codeElement, preElement, preElement.parentNode]) {
    const declaredLanguage = element?.getAttribute('data-lang') ?? element?.getAttribute('data-language')
    const languageName = declaredLanguage ?? LANGUAGE_CLASS.exec(element?.getAttribute('class') ?? '')?.[1]
    if (languageName && /^[\w+#.-]+$/.test(languageName)) return languageName.toLowerCase()
  }
  return ''
}

/** The text as it is typed; a line break element is a new line, and highlighted lines may be blocks of their own. */
function codeText(node: HtmlNode): string {
  if (!isElement(node)) return node.textContent ?? ''
  if (node.localName === 'br') return '\n'
  if (node.matches(LINE_NUMBERS) || node.localName === 'button') return ''
  const innerText = [...node.childNodes].map(codeText).join('')
  return /^(div|p|tr|li)$/.test(node.localName) && !innerText.endsWith('\n') ? `${innerText}\n` : innerText
}

/** Returns a fence that no line of the text closes. */
export function fenceCode(sourceCode: string, language = ''): string {
  const longestRun = Math.max(2, ...(sourceCode.match(/`{3,}/g) ?? []).map(({ length }) => length))
  const fenceMark = '`'.repeat(longestRun + 1)
  return `${fenceMark}${language}\n${sourceCode}\n${fenceMark}`
}

/** A `pre` element as a fenced block with its language; '' when it is empty. */
export function codeBlock(preElement: HtmlElement): string {
  const sourceCode = [...preElement.childNodes]
    .map(codeText)
    .join('')
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
  return sourceCode.trim() === '' ? '' : fenceCode(sourceCode, findLanguage(preElement))
}
