import { createHash } from 'node:crypto'
import { AppError } from '../../../../kernel/app-error.ts'
import type { GuardedResponse } from '../../../../platform/outbound/index.ts'
import { isSamePage, isSameWebsite, pageAddress } from '../../domain/page-address.ts'
import { isLoginPage, saysNotFound } from '../../domain/page-signs.ts'
import { fileTypeOf } from '../parsing/file-type.ts'
import { type FileReaders, readFile } from '../parsing/read-file.ts'
import type { ReadablePage, ReadPage } from '../parsing/read-result.ts'
import { Unreadable } from '../parsing/unreadable.ts'
import type { Renderer } from '../rendering/renderer.ts'
import { NO_VERSION, type SourceText } from '../source-chunks.ts'
import type { FrontierEntry } from './frontier.ts'
import { isStillUsed, type PageRow } from './page-rows.ts'
import type { PoliteFetch } from './polite-fetch.ts'

/** Values by which the next visit recognizes an unchanged page. */
export type Version = Pick<PageRow, 'etag' | 'lastModified' | 'bodyHash'>

/**
 * Result of a visit. `pageAddress` resolves `links`; `leftOut` are blocks of a page that its text does not have, and
 * `note` says what of a file was not read.
 */
export type Visit = { links: string[] } & (
  | ({ kind: 'read'; text: SourceText; leftOut?: string[]; note?: string | null } & Version)
  /** `version` when the answer had one: the website sent the same bytes once more. */
  | { kind: 'same'; version: Version | null }
  /** It leads to another page of the website, which is read in its place. */
  | { kind: 'moved'; reason: string; target: string }
  /** Nothing can be read now; content from before is still used. */
  | { kind: 'withheld'; reason: string; waitsFor: 'browser' | null }
  /** Its content must not be used. */
  | { kind: 'closed'; reason: string }
  | { kind: 'gone'; reason: string }
  /** `isTimeout`: it is tried once more, since the machine or the website may have been busy. */
  | { kind: 'failed'; reason: string; isTimeout: boolean }
)

/** Parsers for fetched content. */
export interface Readers extends FileReaders {
  /** Renders pages that need a browser; null where none is configured. */
  renderer: Renderer | null
}

/** Readers without a browser and without text recognition. */
export const textReaders = (parser: Readers['parser']): Readers => ({
  parser,
  recognizer: Promise.resolve(null),
  recognitionLanguages: [],
  renderer: null,
})

/** Beginning of a page in which a password field is looked for. */
const LOGIN_SCAN_BYTES = 512 * 1024
const HTML_MAX = 5 * 1024 * 1024
const DOCUMENT =
  /^(application\/(pdf|msword|rtf|epub\+zip|octet-stream|vnd\.ms-powerpoint|vnd\.oasis\.opendocument\.\w+|vnd\.openxmlformats-officedocument\.\w+\.\w+)|text\/(plain|markdown|csv|rtf))$/i

const withheld = (reason: string, links: string[] = []): Extract<Visit, { kind: 'withheld' }> => ({
  kind: 'withheld',
  reason,
  waitsFor: null,
  links,
})
const closed = (reason: string, links: string[] = []): Visit => ({ kind: 'closed', reason, links })
const failed = (reason: string, isTimeout = false): Visit => ({ kind: 'failed', reason, isTimeout, links: [] })

/** True for a file that failed since it was read: the reason replaced its note, and reading it again finds the note. */
const mayLackNote = ({ keptShare, reason }: PageRow): boolean => keptShare === null && isStillUsed(reason)

const isStored = (before: PageRow | null): before is PageRow =>
  before?.state === 'ready' && before.contentHash !== null && !mayLackNote(before)

/** Increased when pages are read differently: then all are parsed again. */
const READER_VERSION = 3

const hashOfBody = (body: Uint8Array, contentType: string | null): string =>
  createHash('sha256').update(`${READER_VERSION} ${contentType}\n`).update(body).digest('base64url')

/** Asks only for what has changed, where something is kept that could be the same. */
function validators({ before }: FrontierEntry): Record<string, string> {
  if (!isStored(before)) return {}
  return {
    ...(before.etag ? { 'if-none-match': before.etag } : {}),
    ...(before.lastModified ? { 'if-modified-since': before.lastModified } : {}),
  }
}

export interface VisitOptions {
  fetch: PoliteFetch
  readers: Readers
  /** CSS selector of the elements that hold a page's content; null where the page decides. */
  contentSelector: string | null
  signal: AbortSignal
  /** Reads a page that names another one as canonical: that one could not be read. */
  ignoresCanonical?: boolean
}

/** Fetches and reads a page. Failures are part of the result; only an abort is thrown. */
export async function visitPage(entry: FrontierEntry, options: VisitOptions): Promise<Visit> {
  try {
    const response = await options.fetch.get(entry.address, validators(entry))
    return byStatus(entry.address, response) ?? (await readBody(entry, response, options))
  } catch (error) {
    options.signal.throwIfAborted()
    if (error instanceof Unreadable) return failed(error.message, error.isTimeout)
    if (error instanceof AppError && error.code === 'outbound.too_large') return failed('It is larger than 25 MB.')
    if (error instanceof AppError) return failed(error.message, error.code === 'outbound.timeout')
    throw error
  }
}

function byStatus(address: string, { status, headers }: GuardedResponse): Visit | null {
  if (status === 304) return { kind: 'same', version: null, links: [] }
  if (status === 404 || status === 410) return { kind: 'gone', reason: `${NOT_FOUND} (${status}).`, links: [] }
  if (status >= 300 && status < 400) {
    const target = pageAddress(headers.get('location') ?? '', address)
    if (!target) return failed(`The page redirects without a target (${status}).`)
    return leadsTo(target, address)
  }
  if (status === 401 || status === 403) return withheld(`It is not public (${status}).`)
  if (status === 429 || status === 503) return failed(`The website was too busy to answer (${status}).`)
  if (status < 200 || status >= 300) return failed(`The website answered with an error (${status}).`)
  return null
}

const leadsTo = (target: string, address: string): Visit =>
  new URL(target).origin === new URL(address).origin || isSameWebsite(target, address)
    ? { kind: 'moved', target, reason: `Redirects to ${target}.`, links: [target] }
    : withheld(`It redirects to another website, ${new URL(target).host}.`)

async function readBody(
  { address, before }: FrontierEntry,
  response: GuardedResponse,
  options: VisitOptions,
): Promise<Visit> {
  const { headers, body } = response
  const contentType = headers.get('content-type')
  const type = (contentType ?? 'text/html').split(';')[0]?.trim().toLowerCase() ?? ''
  const version = {
    etag: headers.get('etag'),
    lastModified: headers.get('last-modified'),
    bodyHash: hashOfBody(body, contentType),
  }
  const robots = headers.get('x-robots-tag')?.toLowerCase() ?? ''
  if (/\b(noindex|none)\b/.test(robots)) return closed(NO_INDEX)
  if (isStored(before) && before.bodyHash === version.bodyHash) return { kind: 'same', version, links: [] }
  if (DOCUMENT.test(type)) {
    if (type === 'application/octet-stream' && fileTypeOf('', body) === 'text') return withheld('Not an HTML page.')
    const name = fileName(address)
    const { read, note } = await readFile(options.readers, { name, bytes: body }, options.signal)
    const { text, unit, holdsFaqs } = read
    return { kind: 'read', text: { title: read.title ?? name, text, unit, holdsFaqs }, note, links: [], ...version }
  }
  if (!/^(text\/html|application\/xhtml\+xml)$/.test(type)) return withheld(`Not an HTML page, but ${type}.`)
  if (body.length > HTML_MAX) return failed('The page is larger than 5 MB.')
  const page = { bytes: body, contentType, address, selector: options.contentSelector, whole: before?.readWhole }
  return readHtml(address, page, version, options)
}

function fileName(address: string): string {
  const name = new URL(address).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name) || address
  } catch {
    return name
  }
}

async function readHtml(address: string, html: ReadablePage, version: Version, options: VisitOptions): Promise<Visit> {
  const page = await options.readers.parser.page(html, options.signal)
  const visit = visitOf(address, page, { html, version, ignoresCanonical: options.ignoresCanonical })
  const needsBrowser = page.scripted && (visit.kind === 'read' || visit.kind === 'withheld')
  if (!needsBrowser) return visit
  return options.readers.renderer
    ? readRendered(html, address, visit.links, options.readers.renderer, options)
    : { ...withheld(NEEDS_JAVASCRIPT, visit.links), waitsFor: 'browser' }
}

export const NOT_FOUND = 'Page not found'
const NO_INDEX = 'It opts out of indexing (noindex).'
export const SOFT_NOT_FOUND = 'It reports that there is no such page.'
const NEEDS_JAVASCRIPT = 'This page needs JavaScript to show its text.'

/**
 * Reads the page as a browser renders it. It is always rendered again: an unchanged document says nothing about its
 * text.
 */
async function readRendered(
  before: ReadablePage,
  address: string,
  links: string[],
  renderer: Renderer,
  options: VisitOptions,
): Promise<Visit> {
  const rendered = await renderer.render(address, options.signal)
  if (!rendered) return { ...failed('This page needs JavaScript, and the browser could not render it.', true), links }
  const target = pageAddress(rendered.url)
  if (target && !isSamePage(target, address)) return leadsTo(target, address)
  const html = { ...before, bytes: Buffer.from(rendered.html), contentType: 'text/html; charset=utf-8' }
  const page = await options.readers.parser.page(html, options.signal)
  const visit = visitOf(address, page, {
    html,
    version: NO_VERSION,
    ignoresCanonical: options.ignoresCanonical,
  })
  return { ...visit, links: [...new Set([...links, ...visit.links])] }
}

const baseOf = ({ base }: ReadPage, address: string): string =>
  base && URL.canParse(base, address) ? new URL(base, address).href : address

function visitOf(
  address: string,
  page: ReadPage,
  {
    html,
    version,
    ignoresCanonical = false,
  }: { html: ReadablePage; version: Version; ignoresCanonical?: boolean | undefined },
): Visit {
  const base = baseOf(page, address)
  const links = page.nofollow ? [] : page.links.flatMap((href) => pageAddress(href, base) ?? [])
  const refresh = page.refresh && pageAddress(page.refresh, base)
  if (refresh && !isSamePage(refresh, address)) return leadsTo(refresh, address)
  if (page.noindex) return closed(NO_INDEX, links)
  const canonical = page.canonical && pageAddress(page.canonical, base)
  if (canonical && !isSamePage(canonical, address) && !ignoresCanonical) {
    const reason = `Its canonical address is ${canonical}.`
    return { kind: 'moved', target: canonical, reason, links: [canonical, ...links] }
  }
  if (saysNotFound(page.title, page.text)) return closed(SOFT_NOT_FOUND, links)
  if (isLoginPage(Buffer.from(html.bytes.subarray(0, LOGIN_SCAN_BYTES)).toString('latin1'), page.text))
    return withheld('It asks visitors to sign in.', links)
  if (page.text.trim() === '') return withheld('No text was found on it.', links)
  return {
    kind: 'read',
    text: { title: page.title ?? address, text: page.text, unit: null, faqs: page.faqs },
    leftOut: page.leftOut,
    links,
    ...version,
  }
}
