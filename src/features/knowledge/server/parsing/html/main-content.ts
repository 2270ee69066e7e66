import { Readability } from '@mozilla/readability'
import { markdownBlocks, wordCount } from '../../../domain/text-units.ts'
import type { FindImage } from '../document-images.ts'
import type { MainContent } from '../read-result.ts'
import { htmlToMarkdown, type ResolveAddress } from './html-to-markdown.ts'
import { type HtmlDocument, type HtmlElement, lineOf, openFragment } from './html-tree.ts'

/** The page's own element for its content is believed when it keeps at least this share of the text. */
const SEMANTIC_MIN = 0.5
/** Readability leaves whole sections out, so it must keep nearly everything, and each heading, table and code block. */
const READABILITY_MIN = 0.9
const STRUCTURE = /^(?:#{1,6} |\||```)/
const NAVIGATION =
  'nav, dialog, [role=navigation], [role=search], [role=dialog], [role=alertdialog], [role=menu], [role=menubar], [role=contentinfo], [role=banner]'
/** Around the content these belong to the site, inside of it to the content. */
const FRAME = 'header, footer, aside, [role=complementary]'
const CONTENT = 'main, article, [role=main], [role=article]'
const NAMED_NAVIGATION =
  /(?:^|[\s_-])(?:nav(?:bar|header|footer|igation|box|menu)?|breadcrumbs?|sidebar|menu|pagination|pager|skip-?(?:link|nav)?|cookies?|consent|share|social)(?:$|[\s_-])/i
const NAVIGATION_WORDS_MAX = 60
/** Blocks that were left out are reported up to this number. */
const LEFT_OUT_MAX = 300

const wordsOf = (element: HtmlElement): number => wordCount(element.textContent ?? '')

/** The share of an element's words that are links or buttons. */
function linkShare(element: HtmlElement): number {
  const linked = [...element.querySelectorAll('a, button')].reduce((sum, link) => sum + wordsOf(link), 0)
  return linked / Math.max(1, wordsOf(element))
}

/** Returns true for elements that lead through the site, by their names and by what they consist of. */
function isNavigation(element: HtmlElement): boolean {
  const names = `${element.getAttribute('class') ?? ''} ${element.id}`
  if (!NAMED_NAVIGATION.test(names) || element.querySelector(CONTENT)) return false
  return wordsOf(element) <= NAVIGATION_WORDS_MAX ? !element.querySelector('h1, pre') : linkShare(element) > 0.6
}

/** Takes out what leads through the site and what frames its content. Changes the tree. */
function removeFrame(body: HtmlElement): void {
  for (const element of [...body.querySelectorAll(NAVIGATION)]) element.remove()
  const hasContent = body.querySelector(CONTENT) !== null
  for (const element of [...body.querySelectorAll(FRAME)]) {
    if (element.closest(CONTENT) || element.querySelector(CONTENT)) continue
    // A header may hold the title of a page that names no content.
    if (element.localName === 'header' && !hasContent && element.querySelector('h1')) continue
    element.remove()
  }
  for (const element of [...body.querySelectorAll('[class], [id]')]) if (isNavigation(element)) element.remove()
}

/** The element that the page itself marks as its content: `main`, a single article, or what holds all of them. */
function semanticElement(body: HtmlElement): HtmlElement | null {
  const main = body.querySelector('main, [role=main]')
  if (main) return main
  const [first, ...others] = body.querySelectorAll('article, [role=article]')
  let common: HtmlElement | null = first ?? null
  while (common && !others.every((other) => common?.contains(other))) common = common.parentNode
  return common === body ? null : common
}

function readable(document: HtmlDocument): HtmlElement | null {
  try {
    const article = new Readability(document.cloneNode(true) as never, { charThreshold: 100 }).parse()
    return article?.content ? openFragment(article.content) : null
  } catch {
    // A page that Readability trips over is read by its other candidates.
    return null
  }
}

/** Blocks of the whole that the chosen content does not have. */
function leftOut(whole: string, chosen: string): string[] {
  const kept = new Set(markdownBlocks(chosen))
  return markdownBlocks(whole)
    .filter((block) => !kept.has(block))
    .slice(0, LEFT_OUT_MAX)
}

export interface ContentOptions {
  resolve: ResolveAddress
  findImage?: FindImage | undefined
  /** The elements that hold the content, as the owner named them. */
  selector?: string | null | undefined
  /** Reads everything, navigation included. */
  whole?: boolean | undefined
}

function selected(body: HtmlElement, selector: string): HtmlElement[] {
  try {
    const found = [...body.querySelectorAll(selector)]
    return found.filter((element) => !found.some((other) => other !== element && other.contains(element)))
  } catch {
    return []
  }
}

/**
 * Chooses between the candidates for a page's content by the share of its own text that each keeps: the element that
 * the page names, Readability's article, and the body without navigation. Changes the tree.
 */
export function mainContent(
  document: HtmlDocument,
  { resolve, findImage, selector, whole = false }: ContentOptions,
): MainContent {
  const { body } = document
  const read = (element: HtmlElement) => htmlToMarkdown(element, resolve, findImage)
  if (whole) return { text: read(body), keptShare: 1, leftOut: [] }
  const named = selector ? selected(body, selector).map(read).join('\n\n') : ''
  removeFrame(body)
  const all = read(body)
  const total = wordCount(all)
  const shareOf = (text: string) => (total === 0 ? 1 : Math.min(1, wordCount(text) / total))
  const result = (text: string): MainContent => ({ text, keptShare: shareOf(text), leftOut: leftOut(all, text) })
  if (named !== '') return result(named)
  const semantic = semanticElement(body)
  const marked = semantic ? withTitle(read(semantic), document, semantic) : ''
  if (marked !== '' && shareOf(marked) >= SEMANTIC_MIN) return result(marked)
  const article = readable(document)
  const text = article ? read(article) : ''
  const keepsStructure = !leftOut(all, text).some((block) => STRUCTURE.test(block))
  return result(shareOf(text) >= READABILITY_MIN && keepsStructure ? text : all)
}

/** A page's title may stand above the element of its content. */
function withTitle(text: string, document: HtmlDocument, content: HtmlElement): string {
  const heading = document.querySelector('h1')
  if (!heading || content.contains(heading) || content.querySelector('h1')) return text
  const title = lineOf(heading)
  return title === '' ? text : `# ${title}\n\n${text}`
}
