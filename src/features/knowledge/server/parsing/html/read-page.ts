import type { MarkedFaq } from '../../../domain/marked-faq.ts'
import type { FindImage } from '../document-images.ts'
import { escapeMarkdown } from '../escape-markdown.ts'
import { decodeText } from '../formats/read-text-file.ts'
import type { ReadablePage, ReadPage } from '../read-result.ts'
import { type HtmlDocument, oneLineText, openHtml } from './html-tree.ts'
import { mainContent } from './main-content.ts'
import { faqsOfPage } from './page-faqs.ts'
import { revealCollapsed } from './reveal-collapsed.ts'
import { removeTypedSigns } from './typed-signs.ts'

const MAX_LINKS = 5_000
const LINK_ELEMENTS =
  'a[href], area[href], link[rel~="alternate" i][hreflang][href], link[rel~="next" i][href], link[rel~="prev" i][href]'

function decodePage(pageBytes: Uint8Array, contentType: string | null): string {
  const declaredCharset =
    /charset\s*=\s*"?([\w:.-]+)/i.exec(contentType ?? '')?.[1] ??
    /<meta[^>]+charset\s*=\s*["']?([\w:.-]+)/i.exec(Buffer.from(pageBytes.subarray(0, 2048)).toString('latin1'))?.[1]
  // A wrong declaration is as common as none: what is UTF-8 can hardly be anything else by accident.
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(pageBytes)
  } catch {
    if (declaredCharset && !/^utf-?8$/i.test(declaredCharset)) {
      try {
        return new TextDecoder(declaredCharset).decode(pageBytes)
      } catch {
        return decodeText(pageBytes)
      }
    }
    return decodeText(pageBytes)
  }
}

const readAttribute = (document: HtmlDocument, selector: string, attributeName: string): string | null =>
  document.querySelector(selector)?.getAttribute(attributeName)?.trim() || null

function robotsDirectives(document: HtmlDocument): string {
  return [...document.querySelectorAll('meta[name]')]
    .filter((metaElement) => /^(robots|answerloombot)$/i.test(metaElement.getAttribute('name') ?? ''))
    .map((metaElement) => metaElement.getAttribute('content') ?? '')
    .join(',')
    .toLowerCase()
}

/** Links are written as they can be opened from anywhere; those within the page lead nowhere in an answer. */
function createResolver(address: string | undefined, baseHref: string | null): (href: string) => string | null {
  const baseAddress =
    baseHref && address && URL.canParse(baseHref, address) ? new URL(baseHref, address).href : (baseHref ?? address)
  return (href) => {
    if (!URL.canParse(href, baseAddress)) return null
    const resolvedUrl = new URL(href, baseAddress)
    return /^(https?|mailto|tel):$/.test(resolvedUrl.protocol) ? resolvedUrl.href : null
  }
}

const comparableText = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')

/** Questions that only the page's markup holds stand below its text, each above its answer. */
function withMarkedFaqs(contentText: string, faqs: readonly MarkedFaq[]): string {
  const comparablePage = comparableText(contentText)
  const missingFaqs = faqs.filter(
    ({ kind, question }) => kind === 'markup' && !comparablePage.includes(comparableText(question).trim()),
  )
  return [contentText, ...missingFaqs.map(({ question, answer }) => `## ${escapeMarkdown(question)}\n\n${answer}`)]
    .filter((pagePart) => pagePart !== '')
    .join('\n\n')
}

function findTitle(document: HtmlDocument): string | null {
  const headingText = oneLineText(document.querySelector('h1'))
  const titleText = oneLineText(document.querySelector('title'))
  // «Returns | Shop» repeats the shop on every page; the heading, where the title begins with it, is the page's own.
  if (headingText !== '' && titleText.toLowerCase().startsWith(headingText.toLowerCase())) return headingText
  return titleText || headingText || null
}

/** A page that needs JavaScript has little text before its scripts run. */
const MAX_FRAME_LENGTH = 200
const APP_ROOT = '#root, #app, #__next, #__nuxt, #___gatsby, app-root, [data-reactroot], [ng-app], [ng-version]'

/** Returns true when the little text of a page is only its frame: an empty root element, or a loading message. */
function isOnlyFrame(document: HtmlDocument, pageText: string): boolean {
  const appRoot = document.querySelector(APP_ROOT)
  if (appRoot && (appRoot.textContent ?? '').trim().length < pageText.length / 2) return true
  return pageText.length < 80 && /\b(loading|please wait|enable javascript|requires javascript)\b/i.test(pageText)
}

/** Reads a page: its main text with headings, its links, and what it asks of those who read it. */
export function readPage(
  { bytes, contentType, address, selector, whole }: ReadablePage,
  findImage?: FindImage,
): ReadPage {
  const pageHtml = decodePage(bytes, contentType)
  const document = openHtml(pageHtml)
  const directives = robotsDirectives(document)
  const refreshContent = readAttribute(document, 'meta[http-equiv="refresh" i]', 'content')
  // Alternate languages and pagination links may be in the head only.
  const linkedAddresses = [...document.querySelectorAll(LINK_ELEMENTS)].flatMap((linkElement) =>
    /\bnofollow\b/i.test(linkElement.getAttribute('rel') ?? '') ? [] : (linkElement.getAttribute('href') ?? []),
  )
  const canonical = readAttribute(document, 'link[rel="canonical" i]', 'href')
  const base = readAttribute(document, 'base[href]', 'href')
  const title = findTitle(document)
  const scriptCount = [...document.querySelectorAll('script')].length
  // Before the tree is changed for reading the main text.
  const faqs = faqsOfPage(document)
  revealCollapsed(document.body)
  removeTypedSigns(document.body)
  const chosenContent = mainContent(document, { resolve: createResolver(address, base), findImage, selector, whole })
  const text = withMarkedFaqs(chosenContent.text, faqs)
  return {
    faqs,
    title,
    text,
    keptShare: chosenContent.keptShare,
    leftOut: chosenContent.leftOut,
    links: [...new Set(linkedAddresses)].slice(0, MAX_LINKS),
    canonical,
    refresh: /^\s*\d+\s*[;,]\s*url\s*=\s*["']?([^"'\s]+)/i.exec(refreshContent ?? '')?.[1] ?? null,
    base,
    noindex: /\b(noindex|none)\b/.test(directives),
    nofollow: /\b(nofollow|none)\b/.test(directives),
    scripted: scriptCount > 0 && text.length < MAX_FRAME_LENGTH && (text === '' || isOnlyFrame(document, text)),
  }
}
