import { expect, it } from 'vitest'
import { blocksToMarkdown } from '../../../kernel/markup.ts'
import { passageSection } from './sections.ts'

const PAGE = 'https://help.example/plans'

function shown(content: string, base: string | null) {
  const row = { id: 'a', found: 'a', position: 0, content, heading_path: ['Plans'], size: 1 }
  const passage = { sourceId: 's', title: 'Plans', base, language: 'en' }
  return blocksToMarkdown(passageSection([row], passage).blocks)
}

it.each([
  ['Pick a plan.\n\n[Compare plans →](compare.md)', 'Pick a plan.'],
  ['Pick a plan. [Learn more here](compare.md)\n\nThen pay.', 'Pick a plan.\n\nThen pay.'],
  ['See [the plans](compare.md) first.', 'See the plans first.'],
  ['[Contact us](https://help.example/contact)', '[Contact us](https://help.example/contact)'],
  ['- [Starter](starter.md)\n- [Growth](growth.md)', '- Starter\n- Growth'],
  ['1. [Starter](starter.md)\n2. [Growth](growth.md)', '1. Starter\n2. Growth'],
  ['[Compare plans](compare.md)', 'Compare plans'],
])('omits an invalid link of a file: %j', (content, expected) => {
  expect(shown(content, null)).toBe(expected)
})

it("keeps a link that is relative to the page's address", () => {
  expect(shown('Pick one. [Learn more](compare)', PAGE)).toBe('Pick one. [Learn more](https://help.example/compare)')
})
