// Exported files are imported identically, for content generated from the most difficult pieces.
import { expect, it } from 'vitest'
import { withoutInvisible } from '../../../../kernel/text.ts'
import { CATEGORIES, createFaqInput, FAQ_STATUSES } from '../../contract.ts'
import type { FileFaq } from './file-fields.ts'
import { guardFormula, unguardFormula } from './formula-guard.ts'
import { guessColumns } from './guess-columns.ts'
import { prepareRow, rowOrder } from './import-rows.ts'
import { readFile } from './read-file.ts'
import { FILE_WRITERS } from './write-file.ts'

const PIECES = [
  '"',
  '""',
  "'",
  ',',
  ';',
  '\t',
  '|',
  '\n',
  '\r\n',
  '\r',
  '\n\n',
  '\u2028',
  '\uFEFF',
  '\u200F',
  'مرحبا',
  'שלום',
  '👩‍👩‍👧',
  '🇺🇦',
  'é',
  'e\u0301',
  '=',
  '=1+1',
  '+',
  '-',
  '@SUM(A1)',
  '＝',
  "'=",
  '\\',
  '\\n',
  '\n## ',
  '## Heading',
  '\n<!-- faq {"x":1} -->\n',
  '\n\\<!-- faq ',
  '-->',
  '```\n',
  '[',
  ']',
  '["a","b"]',
  '{"question":"x"}',
  'sep=,\n',
  '# ',
  'word',
  ' ',
  '日本語',
  'null',
  '0',
]

/** Mulberry32: the same texts at every run. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const shown = (text: string, otherwise: string): string => (withoutInvisible(text).trim() === '' ? otherwise : text)

function faqsFrom(seed: number): FileFaq[] {
  const random = randomFrom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const text = (most: number) => Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(PIECES)).join('')
  const count = 1 + Math.floor(random() * 6)
  return Array.from({ length: count }, (_, index) => ({
    // Through the contract, as everything that is stored: trimmed, and never empty.
    ...createFaqInput.parse({
      question: shown(`${text(6)}${random() < 0.5 ? 'x' : ''}`, 'x'),
      answer: shown(text(12), 'x'),
      category: random() < 0.5 ? pick(CATEGORIES) : shown(text(2).replaceAll(/\s/gu, '').slice(0, 60), 'Own'),
      status: pick(FAQ_STATUSES),
      alternative_questions: Array.from({ length: Math.floor(random() * 4) }, () => shown(text(3), 'x')),
    }),
    display_order: index + 1,
  }))
}

function reread(format: keyof typeof FILE_WRITERS, faqs: FileFaq[]): FileFaq[] {
  const { head, entry, foot } = FILE_WRITERS[format]
  const bytes = new TextEncoder().encode(head + faqs.map((faq, index) => entry(faq, index === 0)).join('') + foot)
  const file = readFile(`faqs.${format}`, new TextDecoder().decode(bytes))
  const mapping = guessColumns(file.columns)
  return rowOrder(file, mapping).map((row, index) => {
    const { item, problem } = prepareRow(file, row, mapping, 'draft')
    expect(problem).toBeNull()
    return { ...createFaqInput.parse(item), display_order: index + 1 }
  })
}

it.each(Object.keys(FILE_WRITERS) as (keyof typeof FILE_WRITERS)[])('%s survives export and import', (format) => {
  for (let seed = 1; seed <= 300; seed++) {
    const faqs = faqsFrom(seed)
    expect(reread(format, faqs), `seed ${seed}`).toEqual(faqs)
  }
})

it('no cell of the CSV starts like a formula, and every protected text is restored', () => {
  for (const piece of [...PIECES, '\t=1', '\n+1', "''@x", '＠x']) {
    const guarded = guardFormula(piece)
    expect(guarded).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/u)
    expect(unguardFormula(guarded)).toBe(piece)
  }
})
