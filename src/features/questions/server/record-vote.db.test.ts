import { describe, expect, it } from 'vitest'
import { createInbox } from '../../../../tests/support/content/questions-workspace.ts'
import { createTestContext } from '../../../../tests/support/content/test-context.ts'
import { newId } from '../../../kernel/ids.ts'
import { inReadTransaction } from '../../workspaces/server/index.ts'
import { questionById } from './questions.queries.ts'
import { recordVote } from './record-vote.ts'

const testContext = await createTestContext()

describe('votes on sections that were only shown', () => {
  const [food, water] = [newId(), newId()]
  const sources = [food, water].map((source) => ({
    ...{ kind: 'faq' as const, id: source, source_id: source, title: source, url: null, excerpt: '' },
  }))

  it('are saved with the section, and a section that answers is a vote for the whole answer', async () => {
    const { ctx, asked } = await createInbox(testContext)
    const id = await asked('q', { outcome: 'suggested', sources })
    const stored = async () => {
      const { vote, sources: voted } = await inReadTransaction(ctx, (transaction) => questionById(transaction, id))
      return [vote, ...voted.map((source) => source.vote ?? null)]
    }
    const vote = (suggestionId: string, choice: 'up' | 'down' | null) =>
      recordVote(ctx, { id, suggestionId, vote: choice })
    await vote(food, 'down')
    expect(await stored()).toEqual([null, 'down', null])
    await vote(water, 'up')
    expect(await stored()).toEqual(['up', 'down', 'up'])
    await vote(water, 'down')
    expect(await stored()).toEqual(['down', 'down', 'down'])
    await vote(water, null)
    expect(await stored()).toEqual([null, 'down', null])
  })

  it('are refused for other sections and for answers', async () => {
    const { ctx, asked } = await createInbox(testContext)
    const shown = await asked('q', { outcome: 'suggested', sources })
    const answer = await asked('q', { outcome: 'answered', sources })
    for (const [id, suggestionId] of [
      [shown, newId()],
      [answer, food],
    ] as const)
      await expect(recordVote(ctx, { id, suggestionId, vote: 'up' })).rejects.toMatchObject({
        code: 'suggestion.not_found',
      })
  })
})
