import { expect, it } from 'vitest'
import { blocksToMarkdown } from '../../../kernel/markup.ts'
import { type RankedEvidence, topicBlocks } from './decide.ts'
import { passageSection } from './sections.ts'

const OPENING = 'The lock opens by itself when the ride begins. '.repeat(18).trim()

/** The answer from a page with a section "Locks" and one below it. */
function answerTo(inner: string, { outer = OPENING, isInnerBest = false, type = 'way' } = {}): string {
  const rows = [
    { heading_path: ['Locks'], content: outer },
    { heading_path: ['Locks', 'Chains'], content: inner },
  ].map((row, position) => ({ ...row, id: `${position}`, position, size: 2 }))
  const sections = rows.map(({ id }) => ({
    source_id: 'page',
    fit: 2,
    section: passageSection(
      rows.map((row) => ({ ...row, found: id })),
      { sourceId: 'page', title: 'Page', base: null, language: 'en' },
    ),
  })) as unknown as RankedEvidence[]
  const all = isInnerBest ? sections.toReversed() : sections
  const words = [{ term: 'lock', weight: 1, synonyms: [] }] as never
  return blocksToMarkdown(topicBlocks({ best: all[0]!, all } as never, { type: type as never, words }).blocks)
}

it('completes an answer with a matching part of the section below it', () => {
  expect(answerTo('A chain is handed out on request.')).toContain('**Chains**\n\nA chain is handed out on request.')
  const long = `Removed feature.\n\n${'Chains were heavy and hard to close for many of our riders. '.repeat(20)}`
  expect(answerTo(long)).toBe(OPENING)
  expect(answerTo(`A chain has a lock, too.\n\n${long}`)).toContain('A chain has a lock, too.')
})

it('puts an introduction before its section, and a statement that answers first', () => {
  const inner = 'A chain is fastened at the seat, through the frame and the back wheel, and closes with a click.'
  const outer = `${'Every bike has a lock at its back wheel. '.repeat(7).trim()}`
  expect(answerTo(inner, { outer, isInnerBest: true })).toBe(`${outer}\n\n**Chains**\n\n${inner}`)
  expect(answerTo(inner, { outer, isInnerBest: true, type: 'place' })).toBe(`${inner}\n\n**Locks**\n\n${outer}`)
})
