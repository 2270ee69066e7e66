import { Readability } from '@mozilla/readability'
import { markdownBlocks, wordCount } from '../../../domain/text-units.ts'
import type { FindImage } from '../document-images.ts'
import type { MainContent } from '../read-result.ts'
import { htmlToMarkdown, type ResolveAddress } from './html-to-markdown.ts'
import { type HtmlDocument, type HtmlElement, oneLineText, openFragment } from './html-tree.ts'

/** The page's own element for its content is believed when it keeps at least this share of the text. */
const MIN_SEMANTIC_SHARE = 0.5
/** Readability leaves whole sections out, so it must keep nearly everything, and each heading, table and code block. */
const MIN_READABILITY_SHARE = 0.9
const STRUCTURE_LINE = /^(?:#{1,6} |\||```)/
const NAVIGATION_ELEMENTS =
  'nav, dialog, [role=navigation], [role=search], [role=dialog], [role=alertdialog], [role=menu], [role=menubar], [role=contentinfo], [role=banner]'
/** Around the content these belong to the site, inside of it to the content. */
const FRAME_ELEMENTS = 'header, footer, aside, [role=complementary]'
const CONTENT_ELEMENTS = 'main, article, [role=main], [role=article]'
const NAMED_NAVIGATION =
  /(?:^|[\s_-])(?:nav(?:bar|header|footer|igation|box|menu)?|breadcrumbs?|sidebar|menu|pagination|pager|skip-?(?:link|nav)?|cookies?|consent|share|social)(?:$|[\s_-])/i
const MAX_NAVIGATION_WORDS = 60
/** Blocks that were left out are reported up to this number. */
const MAX_LEFT_OUT = 300

const countElementWords = (element: HtmlElement): number => wordCount(element.textContent ?? '')

/** The share of an element's words that are links or buttons. */
function linkShare(element: HtmlElement): number {
  const linkedWords = [...element.querySelectorAll('a, button')].reduce(
    (wordTotal, linkElement) => wordTotal + countElementWords(linkElement),
    0,
  )
  return linkedWords / Math.max(1, countElementWords(element))
}

/** Returns true for elements that lead through the site, by their names and by what they consist of. */
function isNavigation(element: HtmlElement): boolean {
  const classAndId = `${element.getAttribute('class') ?? ''} ${element.id}`
  if (!NAMED_NAVIGATION.test(classAndId) || element.querySelector(CONTENT_ELEMENTS)) return false
  return countElementWords(element) <= MAX_NAVIGATION_WORDS
    ? !element.querySelector('h1, pre')
    : linkShare(element) > 0.6
}

/** Takes out what leads through the site and what frames its content. Changes the tree. */
function removeFrame(body: HtmlElement): void {
  for (const element of [...body.querySelectorAll(NAVIGATION_ELEMENTS)]) element.remove()
  const hasContent = body.querySelector(CONTENT_ELEMENTS) !== null
  for (const element of [...body.querySelectorAll(FRAME_ELEMENTS)]) {
    if (element.closest(CONTENT_ELEMENTS) || element.querySelector(CONTENT_ELEMENTS)) continue
    // A header may hold the title of a page that names no content.
    if (element.localName === 'header' && !hasContent && element.querySelector('h1')) continue
    element.remove()
  }
  for (const element of [...body.querySelectorAll('[class], [id]')]) if (isNavigation(element)) element.remove()
}

/** The element that the page itself marks as its content: `main`, a single article, or what holds all of them. */
function semanticElement(body: HtmlElement): HtmlElement | null {
  const mainElement = body.querySelector('main, [role=main]')
  if (mainElement) return mainElement
  const [first, ...others] = body.querySelectorAll('article, [role=article]')
  let commonAncestor: HtmlElement | null = first ?? null
  while (commonAncestor && !others.every((otherArticle) => commonAncestor?.contains(otherArticle)))
    commonAncestor = commonAncestor.parentNode
  return commonAncestor === body ? null : commonAncestor
}

function readableContent(document: HtmlDocument): HtmlElement | null {
  try {
    const article = new Readability(document.cloneNode(true) as never, { charThreshold: 100 }).parse()
    return article?.content ? openFragment(article.content) : null
  } catch {
    // A page that Readability trips over is read by its other candidates.
    return null
  }
}

/** Blocks of the whole that the chosen content does not have. */
function blocksLeftOut(wholeText: string, chosenText: string): string[] {
  const keptBlocks = new Set(markdownBlocks(chosenText))
  return markdownBlocks(wholeText)
    .filter((block) => !keptBlocks.has(block))
    .slice(0, MAX_LEFT_OUT)
}

export interface ContentOptions {
  resolve: ResolveAddress
  findImage?: FindImage | undefined
  /** The elements that hold the content, as the owner named them. */
  selector?: string | null | undefined
  /** Reads everything, navigation included. */
  whole?: boolean | undefined
}

function selectElements(body: HtmlElement, selector: string): HtmlElement[] {
  try {
    const matches = [...body.querySelectorAll(selector)]
    return matches.filter(
      (element) => !matches.some((outerMatch) => outerMatch !== element && outerMatch.contains(element)),
    )
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
  const toMarkdown = (element: HtmlElement) => htmlToMarkdown(element, resolve, findImage)
  if (whole) return { text: toMarkdown(body), keptShare: 1, leftOut: [] }
  const selectedText = selector ? selectElements(body, selector).map(toMarkdown).join('\n\n') : ''
  removeFrame(body)
  const wholeText = toMarkdown(body)
  const totalWords = wordCount(wholeText)
  const wordShare = (keptText: string) => (totalWords === 0 ? 1 : Math.min(1, wordCount(keptText) / totalWords))
  const toMainContent = (keptText: string): MainContent => ({
    text: keptText,
    keptShare: wordShare(keptText),
    leftOut: blocksLeftOut(wholeText, keptText),
  })
  if (selectedText !== '') return toMainContent(selectedText)
  const semanticRoot = semanticElement(body)
  const semanticText = semanticRoot ? withTitle(toMarkdown(semanticRoot), document, semanticRoot) : ''
  if (semanticText !== '' && wordShare(semanticText) >= MIN_SEMANTIC_SHARE) return toMainContent(semanticText)
  const readableArticle = readableContent(document)
  const articleText = readableArticle ? toMarkdown(readableArticle) : ''
  const keepsStructure = !blocksLeftOut(wholeText, articleText).some((block) => STRUCTURE_LINE.test(block))
  return toMainContent(wordShare(articleText) >= MIN_READABILITY_SHARE && keepsStructure ? articleText : wholeText)
}

/** A page's title may stand above the element of its content. */
function withTitle(contentText: string, document: HtmlDocument, contentElement: HtmlElement): string {
  const headingElement = document.querySelector('h1')
  if (!headingElement || contentElement.contains(headingElement) || contentElement.querySelector('h1'))
    return contentText
  const headingText = oneLineText(headingElement)
  return headingText === '' ? contentText : `# ${headingText}\n\n${contentText}`
}
