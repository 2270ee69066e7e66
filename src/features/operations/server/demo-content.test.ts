import { describe, expect, it } from 'vitest'
import { normalizeQuestion } from '../../../kernel/text.ts'
import { STARTER_FAQ_LIMIT } from '../../billing/contract.ts'
import { CATEGORIES } from '../../faqs/contract.ts'
import { loadDemoContent } from './demo-content.ts'

const { workspace, faqs, texts } = loadDemoContent()
const words = (text: string) => text.split(/\s+/).filter(Boolean).length
const everything = JSON.stringify({ workspace, faqs, texts })

describe('the demo workspace', () => {
  it('is available at /faq/demo', () => expect(workspace.subdomain).toBe('demo'))

  it('fits the smallest plan and is fully published', () => {
    expect(faqs.length).toBeGreaterThanOrEqual(36)
    expect(faqs.length).toBeLessThanOrEqual(STARTER_FAQ_LIMIT)
    expect(faqs.every((faq) => faq.status === 'published')).toBe(true)
  })

  it('uses six of the offered categories', () => {
    const used = new Set(faqs.map((faq) => faq.category))
    expect(used.size).toBe(6)
    for (const category of used) expect(CATEGORIES).toContain(category)
  })

  it('contains no question twice, including alternative questions', () => {
    const asked = faqs.flatMap((faq) => [faq.question, ...faq.alternative_questions]).map(normalizeQuestion)
    expect(asked.filter((question, index) => asked.indexOf(question) !== index)).toEqual([])
  })

  it.each(faqs.map((faq) => [faq.question, faq] as const))('%s', (_, faq) => {
    expect(faq.alternative_questions.length).toBeGreaterThanOrEqual(2)
    expect(faq.alternative_questions.length).toBeLessThanOrEqual(4)
    expect(words(faq.answer)).toBeGreaterThanOrEqual(40)
    expect(words(faq.answer)).toBeLessThanOrEqual(150)
    expect(faq.answer.split('**').length % 2).toBe(1)
    expect(faq.answer).not.toMatch(/<|\]\(|^#|^[-*] /m)
  })

  it('has three longer texts with headings and lists', () => {
    expect(texts).toHaveLength(3)
    for (const text of texts) {
      expect(words(text.content)).toBeGreaterThanOrEqual(400)
      expect(words(text.content)).toBeLessThanOrEqual(900)
      expect(text.content).toMatch(/^## /m)
      expect(text.content).toMatch(/^(- |\d\. )/m)
    }
  })

  it('links to example domains only', () => {
    for (const [url] of everything.matchAll(/https?:\/\/[^\s"\\]+/g)) expect(url).toMatch(/^https:\/\/example\.com/)
  })
})
