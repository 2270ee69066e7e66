import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicPage } from '../../../../tests/support/browser/public-page.ts'
import { buildVisitorSurface, type VisitorBuild } from '../../../../tests/support/browser/visitor-build.ts'
import { prose } from '../../../../tests/support/content/random-prose.ts'
import type { PublicPage, VisitorAssets, VisitorSearch } from '../contract.ts'
import { categoryView } from './collections.ts'
import { renderDocument } from './document.ts'
import { pageSettingOf } from './page-setting.ts'
import { faqView, listView, missingView } from './page-views.ts'

const KB = 1_000
const NOTHING = { query: '', results: [], page: 1, answer: null, failure: null, conversation_id: '', person: null }

let build: VisitorBuild
let dist: string
let assets: VisitorAssets

beforeAll(async () => {
  build = await buildVisitorSurface()
  dist = build.dist
  assets = build.assets
}, 60_000)

afterAll(() => build.remove())

const gzipped = (text: string | Buffer) => gzipSync(text, { level: 9 }).byteLength
const all = { category: null, page: 1, search: null }
const APP = 'https://help.example.test'
const english = { onDomain: false, asked: null, language: 'en' as const }
const at = (page: PublicPage) => pageSettingOf(page, english, APP)
const htmlOf = (page: PublicPage, search: VisitorSearch | null = null) =>
  renderDocument(listView(page, at(page), { ...all, search }), assets, { https: true, hidden: false }).html

describe('the download size for a visitor', () => {
  it('is one script of at most 14 KB', async () => {
    const files = await readdir(path.join(dist, 'visitor', 'visitor-assets'))
    const later = files.filter((file) => file.endsWith('.js') && !assets.script.endsWith(file))
    expect(later, 'loaded when it is needed').toEqual([expect.stringMatching(/^proof-worker-/)])
    const script = await readFile(path.join(dist, 'visitor', assets.script))
    expect(script.toString(), 'nothing else is needed to begin').not.toMatch(/^import\b(?!\()|[;}]import\b(?!\()/)
    expect(gzipped(script)).toBeLessThanOrEqual(14 * KB)
  })

  it('is at most 4.5 KB of style', () => {
    expect(gzipped(assets.css)).toBeLessThanOrEqual(4.5 * KB)
    expect(assets.css).not.toContain('</')
    expect(assets.css).toContain('[hidden]{display:none!important}')
  })

  it('is at most 1.5 KB more of style on collections, categories and single FAQs', () => {
    expect(gzipped(assets.collectionsCss)).toBeLessThanOrEqual(1.5 * KB)
    expect(assets.collectionsCss).not.toContain('</')
  })

  it('is no script on a category and on a FAQ of its own', () => {
    const page = publicPage('acme', {})
    const views = [
      faqView(page, at(page), page.faqs[0]?.slug ?? ''),
      categoryView(page, at(page), { slug: 'general', number: 1 }),
    ]
    for (const view of views) {
      if (!view) throw new Error('no page')
      expect(renderDocument(view, assets, { https: true, hidden: false }).html).not.toMatch(
        /<script(?! type="application\/ld)/,
      )
    }
  })

  it('is at most 20 KB of page with 50 FAQs', () => {
    const page = publicPage('acme', {}, 50)
    const faqs = page.faqs.map((faq, index) => ({
      ...faq,
      question: `${prose(8, index)}?`,
      answer: prose(50, 100 + index),
    }))
    expect(gzipped(htmlOf({ ...page, faqs }))).toBeLessThanOrEqual(20 * KB)
  })
})

describe('the rendered page', () => {
  it('contains every FAQ once, closed, with one open at a time', () => {
    const page = publicPage('acme', {}, 5)
    const html = htmlOf(page).replace(/<head>.*<\/head>/s, '')
    for (const faq of page.faqs) expect(html.split(faq.question)).toHaveLength(2)
    expect(html.match(/<details name="_faqs"/g)).toHaveLength(5)
    expect(html).not.toMatch(/<details[^>]* open/)
    expect(html).toContain('<strong>yarn 1</strong>')
    expect(html).toContain('<ol><li>Warp</li><li>Weft</li></ol>')
    expect(html).toContain('href="https://woven.example.test/cloth/1"')
  })

  it('has the specified texts', () => {
    const html = htmlOf(publicPage('acme'))
    for (const text of ['Frequently Asked Questions', 'Find answers to common questions', '>All<', '>Send<'])
      expect(html).toContain(text)
    expect(html).toContain('Powered by Answerloom')
    expect(htmlOf(publicPage('acme', { faqs: [] }))).toContain('No FAQs have been published yet.')
  })

  it('omits the badge when the workspace turned it off', () => {
    const page = publicPage('acme')
    const html = htmlOf({ ...page, workspace: { ...page.workspace, widget_show_powered_by: false } })
    expect(html).not.toContain('Powered by')
  })

  it('shows social links, without dangerous addresses', () => {
    const page = publicPage('acme')
    const social = { social_twitter: 'https://social.example/acme', social_facebook: 'javascript:alert(1)' }
    const html = htmlOf({ ...page, workspace: { ...page.workspace, ...social, website_url: 'javascript:alert(2)' } })
    expect(html).toContain('aria-label="Twitter"')
    expect(html).not.toContain('javascript:')
  })

  it('escapes all texts of users', () => {
    const hostile = '"><img src=x onerror=alert(1)></script><script>alert(1)</script>'
    const page = publicPage('acme')
    const html = htmlOf(
      {
        ...page,
        workspace: { ...page.workspace, name: hostile, widget_heading: hostile, widget_call_to_action: hostile },
        faqs: page.faqs.map((faq) => ({ ...faq, question: hostile, answer: hostile, category: hostile })),
      },
      { ...NOTHING, query: hostile, failure: hostile },
    )
    expect(html).not.toContain('<img src=x')
    expect(html.match(/<script/g)?.length).toBe(html.match(/<\/script>/g)?.length)
    expect(html).not.toContain('<script>')
  })

  it('shows search results instead of the list, which is included as data', () => {
    const page = publicPage('acme')
    const [faq] = page.faqs
    const found = { kind: 'faq' as const, id: faq?.id ?? '', source_id: faq?.id ?? '', title: '', excerpt: '' }
    const html = htmlOf(page, {
      ...NOTHING,
      query: 'yarn',
      results: [{ ...found, url: null, score: 1 }],
    })
    expect(html.match(/<details/g)).toHaveLength(1)
    const state = /id="_state">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
    expect(JSON.parse(state).faqs).toHaveLength(page.faqs.length)
    expect(html).toContain('value="yarn"')
    expect(html).toContain('>1 result<')
    expect(html).toContain('Clear search')
    const nothing = htmlOf(page, { ...NOTHING, query: 'zzz' })
    expect(nothing).toContain('No FAQs Found')
    expect(nothing).toContain('Try adjusting your search terms.')
  })

  it('offers a plain form that asks for a person after a refusal', () => {
    const page = publicPage('acme')
    const id = page.workspace.id
    const html = htmlOf(page, { ...NOTHING, query: 'yarn', failure: 'It did not work.', conversation_id: id })
    expect(html).toMatch(/<form method="post" action="\/faq\/acme"(?![^>]*needs-script)/)
    expect(html).toContain('<input type="hidden" name="q" value="yarn"')
    expect(html).toContain(`<input type="hidden" name="conversation_id" value="${id}"`)
    const person = { sent: false, email: 'a@b', error: 'Not an address.', message_id: id }
    const refused = htmlOf(page, { ...NOTHING, query: 'yarn', person })
    expect(refused).toContain(`<input type="hidden" name="message_id" value="${id}"`)
    expect(refused).toMatch(/<input(?=[^>]*aria-describedby="_error")(?=[^>]*aria-invalid="true")[^>]*value="a@b"/)
    expect(refused).toMatch(/<p[^>]*id="_error"[^>]*>Not an address\.</)
    const sent = htmlOf(page, { ...NOTHING, query: 'yarn', person: { sent: true } })
    expect(sent).toContain('Thank you. A person will get back to you.')
    expect(sent).not.toContain('method="post"')
  })

  it('reports an empty category', () => {
    const page = publicPage('acme')
    const view = listView(page, at(page), { ...all, category: 'Policy' })
    expect(assets.render(view)).toContain('No FAQs found in Policy category.')
  })

  it('is complete for one FAQ and without any', () => {
    const page = publicPage('acme')
    const one = faqView(page, at(page), page.faqs[0]?.slug ?? '')
    expect(one && assets.render(one)).toMatch(/<h1[^>]*>How is cloth number 0 made\?<\/h1>/)
    expect(assets.render(missingView())).toContain('FAQ Page Not Found')
    expect(assets.render(missingView())).toContain('The requested FAQ page could not be found.')
  })
})
