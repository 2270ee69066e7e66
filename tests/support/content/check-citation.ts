// Opens a citation as a browser would: the page is there, has the quoted words, and the address leads to them.
import { parseHTML } from 'linkedom'
import { oneLine, withoutInvisible } from '../../../src/kernel/text.ts'

export interface CitedText {
  url: string | null
  /** The quoted words; may end with an ellipsis. */
  excerpt: string
}

export type CitationFault = 'no link' | 'page missing' | 'quote missing' | 'anchor missing' | 'directive not found'

interface OpenedPage {
  /** Words of the page in order. */
  words: string
  /** Text of each element that holds text of its own. */
  elements: string[]
  ids: Set<string>
}

/** Reads pages once. `fetchPage` rejects for addresses that must not be fetched. */
export function citationChecker(fetchPage: (url: string) => Promise<Response>) {
  const pages = new Map<string, Promise<OpenedPage | null>>()
  const open = (url: string): Promise<OpenedPage | null> => {
    const known = pages.get(url)
    if (known) return known
    const opening = fetchPage(url).then(async (response) =>
      response.status === 200 ? readPage(await response.text()) : null,
    )
    pages.set(url, opening)
    return opening
  }

  /** Returns what is wrong with a citation; null when it opens at its quote. */
  return async ({ url, excerpt }: CitedText): Promise<CitationFault | null> => {
    if (url === null) return 'no link'
    const [address = '', fragment = ''] = url.split('#', 2)
    const page = await open(address)
    if (!page) return 'page missing'
    if (!page.words.includes(` ${wordsOf(excerpt.replace(/…$/u, ''))} `)) return 'quote missing'
    const [anchor = '', directive] = fragment.split(':~:text=')
    if (anchor.startsWith('s-') && !page.ids.has(anchor)) return 'anchor missing'
    return directive === undefined || isFound(directive, page.elements) ? null : 'directive not found'
  }
}

const wordsOf = (text: string): string =>
  withoutInvisible(text)
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.join(' ') ?? ''

const BLOCKS = 'p, li, td, th, h1, h2, h3, h4, h5, h6, dt, dd, pre, div, summary, figcaption, caption, blockquote'
/** Browsers ignore characters without width when they search. */
const flat = (text: string) => oneLine(withoutInvisible(text)).toLowerCase()

function readPage(html: string): OpenedPage {
  const { document } = parseHTML(html)
  for (const element of document.querySelectorAll('script, style, template')) element.remove()
  // Words of neighboring elements must not run together.
  for (const element of document.querySelectorAll(`${BLOCKS}, br`)) {
    element.before(' ')
    element.after(' ')
  }
  const elements = [...document.querySelectorAll(BLOCKS)].map((element) => flat(element.textContent ?? ''))
  const ids = new Set([...document.querySelectorAll('[id]')].map((element) => element.id))
  return { words: ` ${wordsOf(document.body?.textContent ?? '')} `, elements, ids }
}

/** True when the first words are in one element, and the last words in it or in a later one. */
function isFound(directive: string, elements: readonly string[]): boolean {
  const [start = '', end] = directive.split(',').map((term) => flat(decodeURIComponent(term)))
  const at = elements.findIndex((text) => text.includes(start))
  return at >= 0 && (end === undefined || elements.slice(at).some((text) => text.includes(end)))
}
