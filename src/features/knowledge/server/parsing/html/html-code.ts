import { type HtmlElement, type HtmlNode, isElement } from './html-tree.ts'

const GUTTER = '.gutter, .lineno, .linenos, .line-number, .line-numbers, .line-numbers-rows, .hljs-ln-numbers'
const LANGUAGE = /(?:^|\s)(?:language-|lang-|brush:\s*|highlight-source-|sourceCode\s+)([\w+#.-]+)/i

function languageOf(pre: HtmlElement): string {
  const code = pre.querySelector('code')
  for (const element of [code, pre, pre.parentNode]) {
    const given = element?.getAttribute('data-lang') ?? element?.getAttribute('data-language')
    const named = given ?? LANGUAGE.exec(element?.getAttribute('class') ?? '')?.[1]
    if (named && /^[\w+#.-]+$/.test(named)) return named.toLowerCase()
  }
  return ''
}

/** The text as it is typed; a line break element is a new line, and highlighted lines may be blocks of their own. */
function codeText(node: HtmlNode): string {
  if (!isElement(node)) return node.textContent ?? ''
  if (node.localName === 'br') return '\n'
  if (node.matches(GUTTER) || node.localName === 'button') return ''
  const inner = [...node.childNodes].map(codeText).join('')
  return /^(div|p|tr|li)$/.test(node.localName) && !inner.endsWith('\n') ? `${inner}\n` : inner
}

/** Returns a fence that no line of the text closes. */
export function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** A `pre` element as a fenced block with its language; '' when it is empty. */
export function codeBlock(pre: HtmlElement): string {
  const text = [...pre.childNodes]
    .map(codeText)
    .join('')
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
  return text.trim() === '' ? '' : fenced(text, languageOf(pre))
}
