import { expect, it } from 'vitest'
import { blocksToMarkdown } from '../../../kernel/markup.ts'
import type { FaqRow } from '../../faqs/server/index.ts'
import { faqSection, passageSection } from './sections.ts'

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

it.each([
  ['Restart it (see [question 4](#q4)). Then wait.', 'Restart it. Then wait.'],
  ['You can switch modes.\nSee also [question 0](#q0).', 'You can switch modes.'],
  ['It is one line. See the [limits](#limits) section below.', 'It is one line.'],
  ['It has a sign.\n\nTo read about the reason, see [question 24](#q24).\n\nIt stays.', 'It has a sign.\n\nIt stays.'],
  ['It stopped (not by itself, see [this FAQ](#q38)), or crashed.', 'It stopped (not by itself), or crashed.'],
  ['See [question 0](#q0).', 'See question 0.'],
  ['Use the [manual check](#check) instead.', 'Use the manual check instead.'],
  ['Open it (see [the plans](https://help.example/plans)).', 'Open it (see [the plans](https://help.example/plans)).'],
])('omits a reference to a place that an answer does not have: %j', (answer, expected) => {
  const faq = { id: 'f', question: 'How?', answer } as FaqRow
  expect(blocksToMarkdown(faqSection(faq).blocks)).toBe(expected)
  expect(shown(answer, null)).toBe(expected)
})

it('keeps a reference that opens at its place of the page', () => {
  expect(shown('Restart it (see [question 4](#q4)).', PAGE)).toBe(`Restart it (see [question 4](${PAGE}#q4)).`)
})
