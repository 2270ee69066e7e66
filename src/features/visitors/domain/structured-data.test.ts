import { expect, it } from 'vitest'
import { faqPageData } from './structured-data.ts'

const page = { name: 'Help', url: 'https://help.example/faq/acme', lang: 'en' }
const faq = (question: string, answer: string) => ({ id: 'x', slug: 'x', category: 'General', question, answer })

it('structured data is a FAQPage with plain answers', () => {
  const data = JSON.parse(faqPageData([faq('Why?', '**Because**\n\n1. a\n2. b')], page))
  expect(data).toMatchObject({ '@type': 'FAQPage', url: page.url, inLanguage: 'en' })
  expect(data.mainEntity).toEqual([
    { '@type': 'Question', name: 'Why?', acceptedAnswer: { '@type': 'Answer', text: 'Because\n\n1. a\n2. b' } },
  ])
})

it('structured data cannot end its script element', () => {
  const hostile = '</script><script>alert(1)</script><!-- \u2028'
  const text = faqPageData([faq(hostile, hostile)], { ...page, name: hostile })
  expect(text).not.toMatch(/[<\u2028]/)
  expect(JSON.parse(text).mainEntity[0].name).toBe(hostile)
})

it('structured data contains as many FAQs as fit, and at least one', () => {
  const long = 'word '.repeat(1_000)
  const faqs = Array.from({ length: 20 }, (_, index) => faq(`Question ${index}?`, long))
  expect(JSON.parse(faqPageData(faqs, page)).mainEntity).toHaveLength(2)
  expect(JSON.parse(faqPageData([faq('Long?', long.repeat(4))], page)).mainEntity).toHaveLength(1)
  const short = Array.from({ length: 50 }, (_, index) => faq(`Question ${index}?`, 'A short answer to it.'))
  expect(JSON.parse(faqPageData(short, page)).mainEntity).toHaveLength(50)
})
