import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { markupToHtml, markupToPlainText, parseMarkup } from '../../../src/kernel/markup.ts'
import { AnswerloomFaq, type PublicFaq } from './faq.tsx'

const ANSWERS = [
  'Within **three days**, *mostly*.\n\n1. We weave\n2. We pack\n   - in paper',
  '# Sizes\n\n| Size | Width |\n|---|---|\n| S | `40` |\n\n```\n<code>\n```',
  '<script>alert(1)</script> [link](https://example.test/?a=1&b=2) [bad](javascript:alert(1)) </script>',
]
const faqs = ANSWERS.map((answer, index): PublicFaq => {
  const blocks = parseMarkup(answer)
  const question = `Question </script><b>${index}</b>?`
  return {
    id: `${index}`,
    question,
    answer,
    category: index ? 'B' : 'A',
    slug: '',
    updated_at: '2026-01-01T00:00:00.000Z',
    answer_html: markupToHtml(blocks),
    blocks,
  }
})

it('the component renders the same HTML as the server', () => {
  const html = renderToStaticMarkup(<AnswerloomFaq faqs={faqs} />)
  for (const faq of faqs) {
    const [, rendered] = html.split(`<b>${faq.id}</b>`.replace(/</g, '&lt;').replace(/>/g, '&gt;'))
    // React escapes an apostrophe in another way.
    expect(rendered?.replaceAll('&#x27;', '&#39;')).toContain(`>${faq.answer_html}</div>`)
  }
})

it('the structured data describes exactly the shown FAQs and cannot end its script', () => {
  const html = renderToStaticMarkup(<AnswerloomFaq faqs={faqs} category="B" limit={1} />)
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
  expect(data).not.toContain('<')
  expect(JSON.parse(data).mainEntity).toEqual([
    {
      '@type': 'Question',
      name: faqs[1]?.question,
      acceptedAnswer: { '@type': 'Answer', text: markupToPlainText(faqs[1]?.answer ?? '') },
    },
  ])
  expect(html.match(/<details/g)).toHaveLength(1)
  expect(renderToStaticMarkup(<AnswerloomFaq faqs={faqs} jsonLd={false} />)).not.toContain('<script')
})
