import type { MarkedFaq } from '../../../domain/marked-faq.ts'
import type { FindImage } from '../document-images.ts'
import { escapeMarkdown } from '../escape-markdown.ts'
import { decodeText } from '../formats/read-text-file.ts'
import type { ReadablePage, ReadPage } from '../read-result.ts'
import { type HtmlDocument, lineOf, openHtml } from './html-tree.ts'
import { mainContent } from './main-content.ts'
import { faqsOfPage } from './page-faqs.ts'
import { revealCollapsed } from './reveal-collapsed.ts'
import { removeTypedSigns } from './typed-signs.ts'

const LINKS_MAX = 5_000
const LINKS =
  'a[href], area[href], link[rel~="alternate" i][hreflang][href], link[rel~="next" i][href], link[rel~="prev" i][href]'

function decodePage(bytes: Uint8Array, contentType: string | null): string {
  const declared =
    /charset\s*=\s*"?([\w:.-]+)/i.exec(contentType ?? '')?.[1] ??
    /<meta[^>]+charset\s*=\s*["']?([\w:.-]+)/i.exec(Buffer.from(bytes.subarray(0, 2048)).toString('latin1'))?.[1]
  // A wrong declaration is as common as none: what is UTF-8 can hardly be anything else by accident.
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (declared && !/^utf-?8$/i.test(declared)) {
      try {
        return new TextDecoder(declared).decode(bytes)
      } catch {
        return decodeText(bytes)
      }
    }
    return decodeText(bytes)
  }
}

const attribute = (document: HtmlDocument, selector: string, name: string): string | null =>
  document.querySelector(selector)?.getAttribute(name)?.trim() || null

function robotsWords(document: HtmlDocument): string {
  return [...document.querySelectorAll('meta[name]')]
    .filter((meta) => /^(robots|answerloombot)$/i.test(meta.getAttribute('name') ?? ''))
    .map((meta) => meta.getAttribute('content') ?? '')
    .join(',')
    .toLowerCase()
}

/** Links are written as they can be opened from anywhere; those within the page lead nowhere in an answer. */
function resolver(address: string | undefined, base: string | null): (href: string) => string | null {
  const from = base && address && URL.canParse(base, address) ? new URL(base, address).href : (base ?? address)
  return (href) => {
    if (!URL.canParse(href, from)) return null
    const url = new URL(href, from)
    return /^(https?|mailto|tel):$/.test(url.protocol) ? url.href : null
  }
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')

/** Questions that only the page's markup holds stand below its text, each above its answer. */
function withMarkedFaqs(text: string, faqs: readonly MarkedFaq[]): string {
  const pageText = plain(text)
  const missing = faqs.filter(({ kind, question }) => kind === 'markup' && !pageText.includes(plain(question).trim()))
  return [text, ...missing.map(({ question, answer }) => `## ${escapeMarkdown(question)}\n\n${answer}`)]
    .filter((part) => part !== '')
    .join('\n\n')
}

function titleOf(document: HtmlDocument): string | null {
  const heading = lineOf(document.querySelector('h1'))
  const title = lineOf(document.querySelector('title'))
  // «Returns | Shop» repeats the shop on every page; the heading, where the title begins with it, is the page's own.
  if (heading !== '' && title.toLowerCase().startsWith(heading.toLowerCase())) return heading
  return title || heading || null
}

/** A page that needs JavaScript has little text before its scripts run. */
const FRAME_MAX = 200
const ROOT = '#root, #app, #__next, #__nuxt, #___gatsby, app-root, [data-reactroot], [ng-app], [ng-version]'

/** Returns true when the little text of a page is only its frame: an empty root element, or a loading message. */
function isFrame(document: HtmlDocument, text: string): boolean {
  const root = document.querySelector(ROOT)
  if (root && (root.textContent ?? '').trim().length < text.length / 2) return true
  return text.length < 80 && /\b(loading|please wait|enable javascript|requires javascript)\b/i.test(text)
}

/** Reads a page: its main text with headings, its links, and what it asks of those who read it. */
export function readPage(
  { bytes, contentType, address, selector, whole }: ReadablePage,
  findImage?: FindImage,
): ReadPage {
  const html = decodePage(bytes, contentType)
  const document = openHtml(html)
  const robots = robotsWords(document)
  const refresh = attribute(document, 'meta[http-equiv="refresh" i]', 'content')
  // Alternate languages and pagination links may be in the head only.
  const links = [...document.querySelectorAll(LINKS)].flatMap((link) =>
    /\bnofollow\b/i.test(link.getAttribute('rel') ?? '') ? [] : (link.getAttribute('href') ?? []),
  )
  const canonical = attribute(document, 'link[rel="canonical" i]', 'href')
  const base = attribute(document, 'base[href]', 'href')
  const title = titleOf(document)
  const scripts = [...document.querySelectorAll('script')].length
  // Before the tree is changed for reading the main text.
  const faqs = faqsOfPage(document)
  revealCollapsed(document.body)
  removeTypedSigns(document.body)
  const content = mainContent(document, { resolve: resolver(address, base), findImage, selector, whole })
  const text = withMarkedFaqs(content.text, faqs)
  return {
    faqs,
    title,
    text,
    keptShare: content.keptShare,
    leftOut: content.leftOut,
    links: [...new Set(links)].slice(0, LINKS_MAX),
    canonical,
    refresh: /^\s*\d+\s*[;,]\s*url\s*=\s*["']?([^"'\s]+)/i.exec(refresh ?? '')?.[1] ?? null,
    base,
    noindex: /\b(noindex|none)\b/.test(robots),
    nofollow: /\b(nofollow|none)\b/.test(robots),
    scripted: scripts > 0 && text.length < FRAME_MAX && (text === '' || isFrame(document, text)),
  }
}
