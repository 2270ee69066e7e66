import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicPage } from '../../../../../tests/support/browser/public-page.ts'
import { buildSurfaces } from '../../../../../tests/support/browser/visitor-build.ts'
import { prose } from '../../../../../tests/support/content/random-prose.ts'
import { problemsOf } from '../../../../../tests/support/websites/html-problems.ts'
import type { FrameSource } from '../../domain/frame.ts'
import { missingView } from '../page-views.ts'
import { readFrameAddress } from './frame-address.ts'
import { loadFrameAssets } from './frame-assets.ts'
import { type FrameAssets, frameDocument } from './frame-document.ts'
import { frameView } from './frame-views.ts'

const KB = 1_000
const APP = 'https://help.example.test'

let build: { dist: string; remove(): Promise<void> }
let assets: FrameAssets

beforeAll(async () => {
  build = await buildSurfaces(['frame', 'widget', 'launcher', 'elements', 'visitorSsr'])
  assets = await loadFrameAssets(build.dist)
}, 60_000)

afterAll(() => build.remove())

const gzipped = (text: string | Buffer) => gzipSync(text, { level: 9 }).byteLength
/** Chunks that are loaded on demand. */
const laterScripts = (files: string[], first: string) =>
  files.filter((file) => file.endsWith('.js') && !first.endsWith(file))
const built = (...at: string[]) => readFile(path.join(build.dist, ...at))
const source = (faqs: number, changes: Partial<FrameSource> = {}): FrameSource => ({
  ...publicPage('acme', {}, faqs),
  ...changes,
})
const options = { allowedOrigins: [], theme: null, https: true }
const htmlOf = (from: FrameSource, query = '') => {
  const address = readFrameAddress(`/widget/frame?subdomain=acme${query}`, 'en')
  if (!address) throw new Error('no address')
  return frameDocument(frameView(from, address, APP), assets, options).html
}

describe('the download size of the widget', () => {
  it('is a script of at most 1.5 KB, one of at most 4.1 KB for the launcher, and one of at most 15 KB for elements', async () => {
    expect(gzipped(await built('widget', 'widget.js'))).toBeLessThanOrEqual(1.5 * KB)
    expect(gzipped(await built('launcher', 'widget', 'launcher.js'))).toBeLessThanOrEqual(4.1 * KB)
    expect(gzipped(await built('elements', 'widget', 'elements.js'))).toBeLessThanOrEqual(15 * KB)
    expect((await readdir(path.join(build.dist, 'widget'))).length).toBe(1)
  })

  it('is a frame of at most 22 KB in two requests, its script, with the conversation, of at most 15 KB', async () => {
    const files = await readdir(path.join(build.dist, 'frame', 'visitor-assets'))
    expect(laterScripts(files, assets.script)).toEqual([expect.stringMatching(/^proof-worker-/)])
    const text = await built('frame', assets.script)
    expect(text.toString(), 'nothing else is needed to begin').not.toMatch(/^import\b(?!\()|[;}]import\b(?!\()/)
    const script = gzipped(text)
    expect(script).toBeLessThanOrEqual(15 * KB)
    const page = source(100)
    const faqs = page.faqs.map((faq, index) => ({
      ...faq,
      question: `${prose(8, index)}?`,
      answer: prose(50, 100 + index),
    }))
    const html = htmlOf({ ...page, faqs })
    expect(script + gzipped(html)).toBeLessThanOrEqual(22 * KB)
    expect(html.match(/ (src|href)="[^"]*\.(js|css|woff2|png|svg)"/g), 'nothing else is asked for').toHaveLength(1)
  })
})

describe("the widget's frame", () => {
  it('contains the requested number of FAQs and every category', () => {
    for (const [query, count] of [
      ['', 6],
      ['&limit=1', 1],
      ['&limit=12', 12],
      ['&limit=99', 12],
      ['&limit=x', 6],
    ] as const) {
      const html = htmlOf(source(30), query)
      expect(html.match(/<details name="_faqs"/g)).toHaveLength(count)
      expect(html).toContain('>Billing<')
      expect(html).toContain('All questions')
    }
    expect(htmlOf(source(3)), 'nothing more to see').not.toContain('All questions')
  })

  it('has the specified texts, and its own for a failing AI', () => {
    const html = htmlOf(source(3))
    for (const text of ['Frequently Asked Questions', 'Find answers to common questions', '>All<', '>Send<'])
      expect(html).toContain(text)
    expect(html).toContain('Powered by Answerloom')
    expect(html).toContain(
      "I'm temporarily unable to provide AI assistance. Please browse the FAQs below or contact support.",
    )
    expect(html).not.toContain('browse our FAQs below or contact support. Please')
    const { workspace } = source(0)
    const bare = htmlOf(source(0, { workspace: { ...workspace, widget_show_powered_by: false } }))
    expect(bare).toContain('No FAQs have been published yet.')
    expect(bare).not.toContain('Powered by')
  })

  it('leaves social links to the public page, and opens all links in a new tab', () => {
    const page = source(3)
    const html = htmlOf({ ...page, workspace: { ...page.workspace, social_twitter: 'https://social.example/acme' } })
    expect(html).not.toContain('social.example')
    expect(html).toContain('<base target="_blank">')
    expect(html).toContain('<meta name="robots" content="noindex">')
    // A height of the window's would keep it from ever shrinking.
    expect(html).toMatch(/}\.page{min-height:0}/)
  })

  it("leaves the header to the launcher's panel", () => {
    expect(htmlOf(source(3))).toContain('class="brand-header"')
    const inPanel = htmlOf(source(3), '&mode=launcher')
    expect(inPanel).not.toContain('class="brand-header"')
    expect(inPanel).toMatch(/<h1 class="sr-only">Frequently Asked Questions</)
  })

  it("uses the visitor's language and the chosen theme", () => {
    const german = htmlOf(source(3), '&lang=de')
    expect(german).toContain('<html lang="de"')
    expect(htmlOf(source(3), '&lang=ar')).toContain('dir="rtl"')
    const dark = frameDocument(missingView(), assets, { ...options, theme: 'dark' }).html
    expect(dark).toContain('data-theme="dark"')
  })

  it('declares the sites that may embed it', () => {
    const policyOf = (allowedOrigins: string[]) =>
      frameDocument(missingView(), assets, { ...options, allowedOrigins }).headers['content-security-policy']
    expect(policyOf([])).toContain('frame-ancestors *;')
    expect(policyOf(['https://shop.example'])).toContain("frame-ancestors 'self' https://shop.example;")
  })

  it('reports an unknown page', () => {
    const { html } = frameDocument(missingView(), assets, options)
    expect(html).toContain('FAQ Page Not Found')
    expect(html).toContain('The requested FAQ page could not be found.')
  })

  it('is valid HTML in every state', async () => {
    const { workspace } = source(0)
    const missing = frameDocument(missingView(), assets, options).html
    const bare = htmlOf(source(0, { workspace: { ...workspace, widget_show_powered_by: false } }))
    const listed = htmlOf(source(20, { allowedOrigins: ['https://shop.example'] }), '&mode=launcher&lang=ar')
    for (const html of [htmlOf(source(20)), bare, listed, missing]) expect(await problemsOf(html)).toEqual([])
  })

  it('escapes all texts of users', () => {
    const hostile = '"><img src=x onerror=alert(1)></script><script>alert(1)</script>'
    const page = source(3)
    const html = htmlOf({
      ...page,
      workspace: { ...page.workspace, name: hostile, widget_heading: hostile, widget_call_to_action: hostile },
      faqs: page.faqs.map((faq) => ({ ...faq, question: hostile, answer: hostile, category: hostile })),
    })
    expect(html).not.toContain('<img src=x')
    expect(html).not.toContain('<script>alert')
    expect(html.match(/<script/g)).toHaveLength(3)
  })
})
