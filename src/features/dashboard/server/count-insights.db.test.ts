// Every figure about the questions against a count that reads the rows themselves and knows nothing of the query.
import { describe, expect, it } from 'vitest'
import { createTestContext } from '../../../../tests/support/content/test-context.ts'
import {
  countedWorkspace,
  type Outcome,
  type RawMessage,
  rowsOf,
} from '../../../../tests/support/database/counted-workspace.ts'
import { recordVote, requestHandoff } from '../../questions/server/index.ts'
import { insightsInput } from '../contract.ts'
import { countInsights } from './count-insights.ts'

const DAY = 24 * 3_600_000

const testContext = await createTestContext()
const setUp = () => countedWorkspace(testContext)
const raw = (statement: string) => rowsOf(testContext, statement)

describe('questions over time', () => {
  const START = Date.UTC(2026, 0, 1)
  const edges = Array.from({ length: 11 }, (_, index) => new Date(START + index * DAY).toISOString())

  it('match a direct count', async () => {
    const { ctx, id, asked, messages } = await setUp()
    const other = await setUp()
    await other.asked('theirs')
    const outcomes: Outcome[] = ['answered', 'suggested', 'refused', 'unavailable']
    for (let index = 0; index < 60; index++) {
      const wording = ['Where is it?', ' where  is it', 'Who?', `Unique ${index}?`][index % 4] ?? ''
      const message = await asked(wording, outcomes[(index * 7) % 4])
      if (index % 5 === 0) await recordVote(ctx, { id: message, vote: index % 2 ? 'down' : 'up' })
      if (index % 8 === 0) await requestHandoff(ctx, { id: message, email: 'v@example.com' })
      // From before the first edge to after the last, some exactly on one.
      const at = new Date(START - DAY + index * (DAY / 5)).toISOString()
      await raw(`update messages set created_at = '${at}' where workspace_id = '${id}' and id = '${message}'`)
    }

    const got = await countInsights(ctx, { edges })
    const rows = await messages()
    const time = (m: RawMessage) => Date.parse(m.created_at)
    const within = rows.filter((m) => time(m) >= START && time(m) < START + 10 * DAY)
    const among = (list: RawMessage[], outcome: string) => list.filter((m) => m.outcome === outcome).length
    const split = (list: RawMessage[]) => Object.fromEntries(outcomes.map((options) => [options, among(list, options)]))
    expect(within.length).toBe(50)
    expect(got.total).toBe(50)
    expect(got.outcomes).toEqual(split(within))
    expect(got.intervals).toEqual(
      edges.slice(1).map((_, index) => split(within.filter((m) => Math.floor((time(m) - START) / DAY) === index))),
    )
    expect(got.votes).toEqual({
      up: within.filter(({ vote }) => vote === 'up').length,
      down: within.filter(({ vote }) => vote === 'down').length,
    })
    const withPerson = new Set(rows.filter((m) => m.handoff_requested_at).map((m) => m.conversation_id))
    expect(got.deflected).toBe(
      within.filter((m) => m.outcome === 'answered' && m.vote !== 'down' && !withPerson.has(m.conversation_id)).length,
    )
    const ranked = (list: RawMessage[]) => {
      const groups = new Map<string, RawMessage[]>()
      for (const m of list) {
        const key = m.question.toLowerCase().replace('?', '').trim().split(/\s+/).join(' ')
        groups.set(key, [...(groups.get(key) ?? []), m])
      }
      return [...groups.values()]
        .map((group) => {
          const [latest] = group.sort((left, right) => (left.id < right.id ? 1 : -1))
          return { id: latest?.id, question: latest?.question, outcome: latest?.outcome, times: group.length }
        })
        .sort((left, right) => right.times - left.times || (String(left.id) < String(right.id) ? 1 : -1))
        .slice(0, 5)
    }
    const plain = (list: typeof got.top) =>
      list.map(({ id, question, outcome, times }) => ({ id, question, outcome, times }))
    expect(plain(got.top)).toEqual(ranked(within))
    expect(got.top[0]?.times).toBeGreaterThan(20)
    expect(plain(got.unanswered)).toEqual(
      ranked(within.filter(({ outcome }) => outcome === 'refused' || outcome === 'unavailable')),
    )
  })

  it('are empty without questions', async () => {
    const { ctx } = await setUp()
    const nothing = { answered: 0, suggested: 0, refused: 0, unavailable: 0 }
    expect(await countInsights(ctx, { edges })).toEqual({
      total: 0,
      outcomes: nothing,
      intervals: edges.slice(1).map(() => nothing),
      deflected: 0,
      votes: { up: 0, down: 0 },
      top: [],
      unanswered: [],
    })
  })

  it('accept at most 131 times in ascending order', () => {
    const day = (n: number) => new Date(START + n * DAY).toISOString()
    const days = (n: number) => ({ edges: Array.from({ length: n }, (_, index) => day(index)) })
    expect(insightsInput.safeParse(days(131)).success).toBe(true)
    for (const wrong of [days(132), days(1), { edges: [day(1), day(1)] }, { edges: [day(2), day(1)] }])
      expect(insightsInput.safeParse(wrong).success).toBe(false)
  })
})
