import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { problemsOf } from '../../../../tests/support/websites/html-problems.ts'
import { guideTexts, loadGuides, plainWords } from './guides.ts'

it('Markdown is converted to plain text', () => {
  const table =
    '| Attribute | |\n|---|---|\n| `data-limit` | how **many** |\n\n```html\n<script></script>\n```\n\n[API](api.md)'
  expect(plainWords(table)).toBe('Attribute: \ndata-limit: how many\n\n\n<script></script>\n\n\nAPI')
})

it('every guide of the repository is in a group', () => {
  const files = readdirSync(path.join(import.meta.dirname, '../../../../docs/guides'))
  const slugs = loadGuides().map(({ slug }) => `${slug}.md`)
  expect(slugs.toSorted()).toEqual(files.filter((name) => name.endsWith('.md')).toSorted())
})

it('each guide has a title, a summary, and a text for each section that links to the section', () => {
  const guides = loadGuides()
  expect(guides[0]?.slug).toBe('widget')
  for (const { slug, title, summary, sections } of guides) {
    expect(title, slug).not.toBe('')
    expect(summary, slug).toMatch(/^.{20,}\.$/)
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
