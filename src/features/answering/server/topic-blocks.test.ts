import { expect, it } from 'vitest'
import { blocksToMarkdown } from '../../../kernel/markup.ts'
import { type RankedEvidence, topicBlocks } from './decide.ts'
import { passageSection } from './sections.ts'

const OPENING = 'The lock opens by itself when the ride begins. '.repeat(18).trim()

/** The answer from a page whose section "Locks" is followed by one below it. */
function answerTo(inner: string): string {
  const rows = [
    { heading_path: ['Locks'], content: OPENING },
    { heading_path: ['Locks', 'Chains'], content: inner },
  ].map((row, position) => ({ ...row, id: `${position}`, position, size: 2 }))
  const [best, next] = rows.map(({ id }) => ({
    source_id: 'page',
    fit: id === '0' ? 2 : 1,
    section: passageSection(
      rows.map((row) => ({ ...row, found: id })),
      { sourceId: 'page', title: 'Page', base: null, language: 'en' },
    ),
  })) as unknown as RankedEvidence[]
  const words = [{ term: 'lock', weight: 1, synonyms: [] }] as never
  return blocksToMarkdown(
    topicBlocks({ best: best!, all: [best!, next!] } as never, { type: 'open' as never, words }).blocks,
  )
}

it('completes an answer with a section below it, whole or with what fits the question', () => {
  expect(answerTo('A chain is handed out on request.')).toContain('**Chains**\n\nA chain is handed out on request.')
  const long = `Removed feature.\n\n${'Chains were heavy and hard to close for many of our riders. '.repeat(20)}`
  expect(answerTo(long)).toBe(OPENING)
  expect(answerTo(`A chain has a lock, too.\n\n${long}`)).toContain('A chain has a lock, too.')
})
