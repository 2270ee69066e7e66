import { expect, it } from 'vitest'
import { problemsOf } from '../../../../tests/support/websites/html-problems.ts'
import { guideTexts, loadGuides, plainWords } from './guides.ts'

it('Markdown is converted to plain text', () => {
  const table =
    '| Attribute | |\n|---|---|\n| `data-limit` | how **many** |\n\n```html\n<script></script>\n```\n\n[API](api.md)'
  expect(plainWords(table)).toBe('Attribute: \ndata-limit: how many\n\n\n<script></script>\n\n\nAPI')
})

it('each guide has a title, a summary, and a text for each section that links to the section', () => {
  const guides = loadGuides()
  expect(guides[0]?.slug).toBe('widget')
  for (const { slug, title, summary, sections } of guides) {
    expect(title, slug).not.toBe('')
    expect(summary.length, slug).toBeGreaterThan(20)
    expect(new Set(sections.map(({ id }) => id)).size, `anchors of ${slug}`).toBe(sections.length)
  }
  const texts = guideTexts(guides)
  expect(texts).toContainEqual(
    expect.objectContaining({ title: 'The widget: Add a floating button', path: '/docs/widget#add-a-floating-button' }),
  )
  for (const { title, content } of texts) expect(content, title).not.toBe('')
})

it('a guide is valid HTML, including its anchors and tables', async () => {
  for (const { slug, html } of loadGuides()) {
    const page = `<!doctype html><html lang="en"><head><title>${slug}</title></head><body><main><h1>${slug}</h1>${html}</main></body></html>`
    expect(await problemsOf(page), slug).toEqual([])
  }
})
