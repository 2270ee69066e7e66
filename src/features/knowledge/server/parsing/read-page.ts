import { Readability } from '@mozilla/readability'
import { type HtmlDocument, type HtmlElement, htmlToMarkdown, openHtml } from './html-to-markdown.ts'
import { faqsOfPage } from './page-faqs.ts'
import type { ReadPage } from './read-result.ts'
import { decodeText } from './read-text-file.ts'

const LINKS_MAX = 5_000
/** Below so many characters the whole body says more than what was taken for the main part. */
const THIN = 200
const FURNITURE =
  'nav, header, footer, aside, dialog, [role=navigation], [role=banner], [role=contentinfo], [role=search], [aria-hidden=true], [hidden]'

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

/** The main part by Readability; where that finds little, the body without what surrounds the content on every page. */
function mainText(document: HtmlDocument): string {
  const main = document.querySelector('main, [role=main], article')
  const copy = document.cloneNode(true)
  let read = ''
  try {
    const article = new Readability(copy as never, { charThreshold: 100, keepClasses: false }).parse()
    if (article?.content) read = htmlToMarkdown(openHtml(`<body>${article.content}</body>`).body)
  } catch {
    // A page that Readability trips over is read whole.
  }
  const whole = () => {
    const body: HtmlElement = main ?? document.body
    for (const element of [...body.querySelectorAll(FURNITURE)]) element.remove()
    return htmlToMarkdown(body)
  }
  if (read.length >= THIN) return read
  const all = whole()
  return all.length > read.length ? all : read
}

function titleOf(document: HtmlDocument): string | null {
  const heading = (document.querySelector('h1')?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const title = (document.querySelector('title')?.textContent ?? '').replace(/\s+/g, ' ').trim()
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
export function readPage(bytes: Uint8Array, contentType: string | null): ReadPage {
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
  // Before the main text is taken out of the tree.
  const faqs = faqsOfPage(document)
  const text = mainText(document)
  return {
    faqs,
    title,
    text,
    links: [...new Set(links)].slice(0, LINKS_MAX),
    canonical,
    refresh: /^\s*\d+\s*[;,]\s*url\s*=\s*["']?([^"'\s]+)/i.exec(refresh ?? '')?.[1] ?? null,
    base,
    noindex: /\b(noindex|none)\b/.test(robots),
    nofollow: /\b(nofollow|none)\b/.test(robots),
    scripted: scripts > 0 && text.length < FRAME_MAX && (text === '' || isFrame(document, text)),
  }
}
