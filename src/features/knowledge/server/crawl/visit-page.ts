import { createHash } from 'node:crypto'
import { AppError } from '../../../../kernel/app-error.ts'
import type { GuardedResponse } from '../../../../platform/outbound/index.ts'
import { isSamePage, isSameWebsite, pageAddress } from '../../domain/page-address.ts'
import { isLoginPage, saysNotFound } from '../../domain/page-signs.ts'
import { detectFileType } from '../parsing/file-type.ts'
import { type FileReaders, readFile } from '../parsing/read-file.ts'
import type { ReadablePage, ReadPage } from '../parsing/read-result.ts'
import { Unreadable } from '../parsing/unreadable.ts'
import type { Renderer } from '../rendering/renderer.ts'
import { NO_VERSION, type SourceText } from '../source-chunks.ts'
import type { PageToVisit } from './frontier.ts'
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
  recognizer: async () => null,
  recognitionLanguages: [],
  renderer: null,
})

/** Beginning of a page in which a password field is looked for. */
const LOGIN_SCAN_BYTES = 512 * 1024
const MAX_HTML_BYTES = 5 * 1024 * 1024
const DOCUMENT_TYPE =
  /^(application\/(pdf|msword|rtf|epub\+zip|octet-stream|vnd\.ms-powerpoint|vnd\.oasis\.opendocument\.\w+|vnd\.openxmlformats-officedocument\.\w+\.\w+)|text\/(plain|markdown|csv|rtf))$/i

const withheldVisit = (reason: string, links: string[] = []): Extract<Visit, { kind: 'withheld' }> => ({
  kind: 'withheld',
  reason,
  waitsFor: null,
  links,
})
const closedVisit = (reason: string, links: string[] = []): Visit => ({ kind: 'closed', reason, links })
const failedVisit = (reason: string, isTimeout = false): Visit => ({ kind: 'failed', reason, isTimeout, links: [] })

/** True for a file that failed since it was read: the reason replaced its note, and reading it again finds the note. */
const mayLackNote = ({ keptShare, reason }: PageRow): boolean => keptShare === null && isStillUsed(reason)

const isStoredPage = (storedPage: PageRow | null): storedPage is PageRow =>
  storedPage?.state === 'ready' && storedPage.contentHash !== null && !mayLackNote(storedPage)

/** Increased when pages are read differently: then all are parsed again. */
const READER_VERSION = 3

const hashBody = (bodyBytes: Uint8Array, contentType: string | null): string =>
  createHash('sha256').update(`${READER_VERSION} ${contentType}\n`).update(bodyBytes).digest('base64url')

/** Asks only for what has changed, where something is kept that could be the same. */
function conditionalHeaders({ before }: PageToVisit): Record<string, string> {
  if (!isStoredPage(before)) return {}
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
export async function visitPage(pageToVisit: PageToVisit, options: VisitOptions): Promise<Visit> {
  try {
    const response = await options.fetch.get(pageToVisit.address, conditionalHeaders(pageToVisit))
    return visitByStatus(pageToVisit.address, response) ?? (await readBody(pageToVisit, response, options))
  } catch (visitError) {
    options.signal.throwIfAborted()
    if (visitError instanceof Unreadable) return failedVisit(visitError.message, visitError.isTimeout)
    if (visitError instanceof AppError && visitError.code === 'outbound.too_large')
      return failedVisit('It is larger than 25 MB.')
    if (visitError instanceof AppError) return failedVisit(visitError.message, visitError.code === 'outbound.timeout')
    throw visitError
  }
}

function visitByStatus(address: string, { status, headers }: GuardedResponse): Visit | null {
  if (status === 304) return { kind: 'same', version: null, links: [] }
  if (status === 404 || status === 410) return { kind: 'gone', reason: `${NOT_FOUND} (${status}).`, links: [] }
  if (status >= 300 && status < 400) {
    const redirectTarget = pageAddress(headers.get('location') ?? '', address)
    if (!redirectTarget) return failedVisit(`The page redirects without a target (${status}).`)
    return redirectVisit(redirectTarget, address)
  }
  if (status === 401 || status === 403) return withheldVisit(`It is not public (${status}).`)
  if (status === 429 || status === 503) return failedVisit(`The website was too busy to answer (${status}).`)
  if (status < 200 || status >= 300) return failedVisit(`The website answered with an error (${status}).`)
  return null
}

const redirectVisit = (target: string, address: string): Visit =>
  new URL(target).origin === new URL(address).origin || isSameWebsite(target, address)
    ? { kind: 'moved', target, reason: `Redirects to ${target}.`, links: [target] }
    : withheldVisit(`It redirects to another website, ${new URL(target).host}.`)

async function readBody(
  { address, before }: PageToVisit,
  response: GuardedResponse,
  options: VisitOptions,
): Promise<Visit> {
  const { headers, body } = response
  const contentType = headers.get('content-type')
  const mediaType = (contentType ?? 'text/html').split(';')[0]?.trim().toLowerCase() ?? ''
  const version = {
    etag: headers.get('etag'),
    lastModified: headers.get('last-modified'),
    bodyHash: hashBody(body, contentType),
  }
  const robotsHeader = headers.get('x-robots-tag')?.toLowerCase() ?? ''
  if (/\b(noindex|none)\b/.test(robotsHeader)) return closedVisit(NO_INDEX)
  if (isStoredPage(before) && before.bodyHash === version.bodyHash) return { kind: 'same', version, links: [] }
  if (DOCUMENT_TYPE.test(mediaType)) {
    if (mediaType === 'application/octet-stream' && detectFileType('', body) === 'text')
      return withheldVisit('Not an HTML page.')
    const name = decodeFileName(address)
    const { read, note } = await readFile(options.readers, { name, bytes: body }, options.signal)
    const { text, unit, holdsFaqs } = read
    return { kind: 'read', text: { title: read.title ?? name, text, unit, holdsFaqs }, note, links: [], ...version }
  }
  if (!/^(text\/html|application\/xhtml\+xml)$/.test(mediaType))
    return withheldVisit(`Not an HTML page, but ${mediaType}.`)
  if (body.length > MAX_HTML_BYTES) return failedVisit('The page is larger than 5 MB.')
  const readablePage = {
    bytes: body,
    contentType,
    address,
    selector: options.contentSelector,
    whole: before?.readWhole,
  }
  return readHtml(address, readablePage, version, options)
}

function decodeFileName(address: string): string {
  const encodedName = new URL(address).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(encodedName) || address
  } catch {
    return encodedName
  }
}

async function readHtml(address: string, html: ReadablePage, version: Version, options: VisitOptions): Promise<Visit> {
  const parsedPage = await options.readers.parser.page(html, options.signal)
  const pageVisit = visitOfPage(address, parsedPage, { html, version, ignoresCanonical: options.ignoresCanonical })
  const needsBrowser = parsedPage.scripted && (pageVisit.kind === 'read' || pageVisit.kind === 'withheld')
  if (!needsBrowser) return pageVisit
  return options.readers.renderer
    ? readRendered(html, address, pageVisit.links, options.readers.renderer, options)
    : { ...withheldVisit(NEEDS_JAVASCRIPT, pageVisit.links), waitsFor: 'browser' }
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
  unrenderedPage: ReadablePage,
  address: string,
  links: string[],
  renderer: Renderer,
  options: VisitOptions,
): Promise<Visit> {
  const renderedPage = await renderer.render(address, options.signal)
  if (!renderedPage)
    return { ...failedVisit('This page needs JavaScript, and the browser could not render it.', true), links }
  const finalAddress = pageAddress(renderedPage.url)
  if (finalAddress && !isSamePage(finalAddress, address)) return redirectVisit(finalAddress, address)
  const html = { ...unrenderedPage, bytes: Buffer.from(renderedPage.html), contentType: 'text/html; charset=utf-8' }
  const parsedPage = await options.readers.parser.page(html, options.signal)
  const pageVisit = visitOfPage(address, parsedPage, {
    html,
    version: NO_VERSION,
    ignoresCanonical: options.ignoresCanonical,
  })
  return { ...pageVisit, links: [...new Set([...links, ...pageVisit.links])] }
}

const findBaseAddress = ({ base }: ReadPage, address: string): string =>
  base && URL.canParse(base, address) ? new URL(base, address).href : address

function visitOfPage(
  address: string,
  parsedPage: ReadPage,
  {
    html,
    version,
    ignoresCanonical = false,
  }: { html: ReadablePage; version: Version; ignoresCanonical?: boolean | undefined },
): Visit {
  const baseAddress = findBaseAddress(parsedPage, address)
  const links = parsedPage.nofollow ? [] : parsedPage.links.flatMap((href) => pageAddress(href, baseAddress) ?? [])
  const refreshTarget = parsedPage.refresh && pageAddress(parsedPage.refresh, baseAddress)
  if (refreshTarget && !isSamePage(refreshTarget, address)) return redirectVisit(refreshTarget, address)
  if (parsedPage.noindex) return closedVisit(NO_INDEX, links)
  const canonicalAddress = parsedPage.canonical && pageAddress(parsedPage.canonical, baseAddress)
  if (canonicalAddress && !isSamePage(canonicalAddress, address) && !ignoresCanonical) {
    const reason = `Its canonical address is ${canonicalAddress}.`
    return { kind: 'moved', target: canonicalAddress, reason, links: [canonicalAddress, ...links] }
  }
  if (saysNotFound(parsedPage.title, parsedPage.text)) return closedVisit(SOFT_NOT_FOUND, links)
  if (isLoginPage(Buffer.from(html.bytes.subarray(0, LOGIN_SCAN_BYTES)).toString('latin1'), parsedPage.text))
    return withheldVisit('It asks visitors to sign in.', links)
  if (parsedPage.text.trim() === '') return withheldVisit('No text was found on it.', links)
  return {
    kind: 'read',
    text: { title: parsedPage.title ?? address, text: parsedPage.text, unit: null, faqs: parsedPage.faqs },
    leftOut: parsedPage.leftOut,
    links,
    ...version,
  }
}
