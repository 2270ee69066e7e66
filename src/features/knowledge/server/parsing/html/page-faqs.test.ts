import { describe, expect, it } from 'vitest'
import { readPage } from './read-page.ts'

const faqs = (body: string, head = '') =>
  readPage({
    bytes: Buffer.from(`<html><head>${head}</head><body>${body}</body></html>`),
    contentType: 'text/html',
  }).faqs.map((one) => [one.kind, one.question, one.answer])
const ld = (json: unknown) =>
  `<script type="application/ld+json">${typeof json === 'string' ? json : JSON.stringify(json)}</script>`
const question = (name: string, text: string) => ({
  '@type': 'Question',
  name,
  acceptedAnswer: { '@type': 'Answer', text },
})

describe('FAQs in JSON-LD', () => {
  it('are read from a FAQPage, with HTML answers as Markdown', () => {
    const page = {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: [
        question('Do you ship abroad?', '<p>Yes, to <b>Norway</b>:</p><ul><li>by air</li><li>by sea</li></ul>'),
        question('Is it free?', '&lt;p&gt;From 50 euro on.&lt;/p&gt;'),
      ],
    }
    expect(faqs('<p>Hello</p>', ld(page))).toEqual([
      ['markup', 'Do you ship abroad?', 'Yes, to Norway:\n\n- by air\n- by sea'],
      ['markup', 'Is it free?', 'From 50 euro on.'],
    ])
  })

  it.each([
    ['in a graph', { '@graph': [{ '@type': 'WebPage' }, { '@type': ['FAQPage'], mainEntity: question('A?', 'B.') }] }],
    ['in a list', [{ '@type': 'https://schema.org/FAQPage', mainEntity: [question('A?', 'B.')] }]],
    ['below a page', { '@type': 'WebPage', mainEntity: { '@type': 'FAQPage', mainEntity: question('A?', 'B.') } }],
  ])('%s', (_where, json) => expect(faqs('', ld(json))).toEqual([['markup', 'A?', 'B.']]))

  it('are empty for other kinds and for broken, deep or empty data', () => {
    let deep: unknown = { '@type': 'FAQPage', mainEntity: question('A?', 'B.') }
    for (let index = 0; index < 50; index++) deep = { part: deep }
    const empty = { '@type': 'FAQPage', mainEntity: [question('A?', ''), question('', 'B.'), null, 3, 'x'] }
    const product = { '@type': 'Product', mainEntity: question('A?', 'B.') }
    for (const json of [deep, empty, product, '{"@type": "FAQPage",', 'null']) expect(faqs('', ld(json))).toEqual([])
  })

  it('can be stored when they contain zero bytes', () => {
    const page = { '@type': 'FAQPage', mainEntity: question('A\u0000?', 'B\u0000.') }
    expect(faqs('', ld(page))).toEqual([['markup', 'A?', 'B.']])
  })
})

it('FAQs in microdata are read', () => {
  const body = `<div itemscope itemtype="https://schema.org/FAQPage">
    <div itemscope itemprop="mainEntity" itemtype="https://schema.org/Question">
      <h3 itemprop="name">Can I return it?</h3>
      <div itemscope itemprop="acceptedAnswer" itemtype="https://schema.org/Answer"><div itemprop="text"><p>Within</p><p>30 days.</p></div></div>
    </div></div>
    <div itemscope itemtype="https://schema.org/Product"><span itemprop="name">Socks</span></div>`
  expect(faqs(body)).toEqual([['markup', 'Can I return it?', 'Within\n\n30 days.']])
})

it('FAQs in details elements and description lists are read', () => {
  const body = `<main><details><summary>Is it warm?</summary><p>Very.</p></details>
    <details><summary></summary><p>Nothing asked.</p></details>
    <dl><dt>Is it blue?</dt><dd>Yes.</dd><dd>And green.</dd><div><dt>Is it light?</dt><dd>200 g.</dd></div><dt>Empty?</dt></dl></main>`
  expect(faqs(body)).toEqual([
    ['list', 'Is it warm?', 'Very.'],
    ['list', 'Is it blue?', 'Yes.\n\nAnd green.'],
    ['list', 'Is it light?', '200 g.'],
  ])
})

it('FAQs in headers, navigation and footers are ignored', () => {
  expect(faqs('<footer><details><summary>Need a hand?</summary>Call us.</details></footer><p>Text</p>')).toEqual([])
})

it('each question is read once, in the order of the markup, with at most 200 per page', () => {
  const page = { '@type': 'FAQPage', mainEntity: question('Is it warm?', 'Very.') }
  expect(faqs('<details><summary>is it warm?</summary>Yes.</details>', ld(page))).toEqual([
    ['markup', 'Is it warm?', 'Very.'],
  ])
  const many = Array.from({ length: 500 }, (_, index) => question(`Is ${index} even?`, 'Perhaps.'))
  expect(faqs('', ld({ '@type': 'FAQPage', mainEntity: many }))).toHaveLength(200)
})

it('a page without FAQs has none, and its text is unchanged', () => {
  expect(faqs('<h1>Hello</h1><p>We sell socks.</p>')).toEqual([])
})
