// Every state of the pages is valid HTML, in a language from left to right and one from right to left.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicPage } from '../../../../tests/support/browser/public-page.ts'
import { buildVisitorSurface, type VisitorBuild } from '../../../../tests/support/browser/visitor-build.ts'
import { problemsOf } from '../../../../tests/support/websites/html-problems.ts'
import { markupToHtml, parseMarkup } from '../../../kernel/markup.ts'
import type { AskOutput } from '../../answering/contract.ts'
import type { PageView, PublicPage, VisitorSearch } from '../contract.ts'
import type { Language } from '../domain/languages.ts'
import { categoryView, collectionsOf } from './collections.ts'
import { renderDocument } from './document.ts'
import { pageSettingOf } from './page-setting.ts'
import { faqView, listView, missingView } from './page-views.ts'

let build: VisitorBuild
beforeAll(async () => {
  build = await buildVisitorSurface()
}, 60_000)
afterAll(() => build.remove())

const HOSTILE = '"><script>alert(1)</script> <b>& **x** https://a.example/"onmouseover="x'

const branded = (page: PublicPage): PublicPage => ({
  ...page,
  workspace: {
    ...page.workspace,
    logo_url: '/files/logo.webp',
    header_bg_type: 'image',
    header_bg_image_url: '/header-presets/weave.svg',
    social_twitter: 'https://social.example/a?b=1&c=2',
    social_facebook: 'https://social.example/b',
    social_linkedin: 'https://social.example/c',
  },
})

const ANSWER = 'From **yarn**, see https://woven.example.\n\n1. Warp\n2. Weft'

function statesOf(language: Language): [state: string, view: PageView][] {
  const page = publicPage('acme', { lang: 'de' }, 5)
  const empty = publicPage('acme', { faqs: [] })
  const long = publicPage('acme', {}, 450)
  const hostile = publicPage('acme')
  hostile.workspace = { ...hostile.workspace, name: HOSTILE, widget_heading: HOSTILE, widget_call_to_action: HOSTILE }
  hostile.faqs = hostile.faqs.map((faq) => ({ ...faq, question: HOSTILE, answer: HOSTILE, category: HOSTILE }))
  const [faq] = page.faqs
  const id = faq?.id ?? ''
  const answer: AskOutput = {
    answer: ANSWER,
    answer_html: markupToHtml(parseMarkup(ANSWER)),
    blocks: parseMarkup(ANSWER),
    sources: [
      { kind: 'faq', id, title: 'A FAQ', url: 'https://help.example.test/faq/acme/x', excerpt: 'From "yarn" & wool' },
      { kind: 'chunk', id: page.workspace.id, title: 'A text', url: null, excerpt: '' },
    ],
    related_questions: ['Another question?', 'And one more?'],
    outcome: 'answered',
    message_id: id,
    conversation_id: id,
  }
  const found = { kind: 'faq' as const, id, source_id: id, title: 'A FAQ', excerpt: 'From yarn', url: null, score: 1 }
  const chunk = { ...found, kind: 'chunk' as const, id: page.workspace.id, url: 'https://woven.example/a b?c="d"' }
  const list = (of: PublicPage, search: VisitorSearch | null = null, category: string | null = null, number = 1) =>
    listView(of, pageSettingOf(of, { onDomain: false, asked: language, language: null }, 'https://help.example.test'), {
      category,
      page: number,
      search,
    })
  const searched = (search: Partial<VisitorSearch>): VisitorSearch => ({
    query: 'yarn',
    results: [],
    answer: null,
    failure: null,
    conversation_id: id,
    page: 1,
    person: null,
    ...search,
  })
  const own = faqView(
    page,
    pageSettingOf(page, { onDomain: true, asked: null, language }, 'http://localhost:3000'),
    faq?.slug ?? '',
  )
  const centre = { ...page, workspace: { ...page.workspace, page_layout: 'collections' as const } }
  const category = (of: PublicPage, number = 1) => {
    const setting = pageSettingOf(of, { onDomain: false, asked: language, language: null }, 'https://help.example.test')
    const [collection] = collectionsOf(of)
    const view = categoryView(of, setting, { slug: collection?.slug ?? '', number })
    if (!view) throw new Error('no category')
    return view
  }
  const hostileCentre = { ...hostile, workspace: { ...hostile.workspace, page_layout: 'collections' as const } }
  return [
    ['collections', list(centre)],
    ['collections without FAQs', list({ ...centre, faqs: [] })],
    ['results in place of collections', list(centre, searched({ results: [found, chunk], answer }))],
    ['a page of a category', category(centre)],
    ['the middle of a long category', category(long, 2)],
    ['hostile collections', list(hostileCentre)],
    ['a hostile category', category(hostileCentre)],
    ['the list', list(page)],
    ['a branded list', list(branded(page))],
    ['a category', list(page, null, 'Billing')],
    ['a category without FAQs', list(page, null, 'Nothing "here" & there')],
    ['no FAQs at all', list(empty)],
    ['the middle of a long list', list(long, null, null, 2)],
    ['results', list(page, searched({ results: [found, chunk] }))],
    ['no results', list(page, searched({}))],
    ['an answer', list(page, searched({ results: [found], answer }))],
    [
      'a refusal',
      list(page, searched({ answer: { ...answer, outcome: 'refused', sources: [], related_questions: [] } })),
    ],
    ['a person was asked for', list(page, searched({ results: [found], person: { sent: true } }))],
    [
      'a person could not be asked for',
      list(
        page,
        searched({
          person: { sent: false, email: HOSTILE, error: 'Please enter a valid email address.', message_id: id },
        }),
      ),
    ],
    ['a failure', list(page, searched({ failure: 'It did not work.' }))],
    ['hostile content', list(hostile, searched({ query: HOSTILE, failure: HOSTILE }))],
    ...(own ? [['one FAQ', own] as [string, PageView]] : []),
    ['the missing page', missingView(language)],
  ]
}

describe.each(['en', 'ar'] as const)('the HTML in %s', (language) => {
  it.each(statesOf(language))('%s', async (_, view) => {
    const { html } = renderDocument(view, build.assets, { https: true, hidden: false })
    expect(await problemsOf(html)).toEqual([])
  })
})
