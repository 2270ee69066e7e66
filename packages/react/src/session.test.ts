import type { Answer, AnswerloomClient, AskEvent } from '@answerloom/client'
import { expect, it } from 'vitest'
import { createSession } from './session.ts'

const answerTo = (question: string, changes: Partial<Answer> = {}): Answer => ({
  answer: `About ${question}`,
  answer_html: '',
  blocks: [],
  sources: [],
  related_questions: [],
  outcome: 'answered',
  message_id: question,
  conversation_id: 'c',
  ...changes,
})

/** A client whose streams go on when the test says so, and that takes no notice of signals. */
function slowClient(changes: Partial<AnswerloomClient> = {}) {
  const release = new Map<string, () => void>()
  const conversation: AnswerloomClient['conversation'] = () => ({
    id: 'c',
    ask: async (question) => answerTo(question),
    async *askStream(question): AsyncGenerator<AskEvent, void, undefined> {
      yield { type: 'delta', text: '**About**' }
      await new Promise<void>((resolve) => release.set(question, resolve))
      yield { type: 'answer', answer: answerTo(question) }
    },
  })
  const client = { conversation, ...changes } as AnswerloomClient
  const releaseOf = (question: string) => release.get(question) ?? (() => {})
  return { session: createSession(client), releaseOf, go: (question: string) => releaseOf(question)() }
}

const untilStreaming = (session: ReturnType<typeof createSession>) =>
  new Promise<void>((resolve) => {
    const unsubscribe = session.subscribe(({ current }) => {
      if (current?.status !== 'streaming') return
      unsubscribe()
      resolve()
    })
  })

it('an answer that arrives after another question is dropped, also for the same words', async () => {
  const { session, go, releaseOf } = slowClient()
  const states: unknown[] = []
  session.subscribe(({ current }) => states.push(current?.question))
  const first = session.ask('first')
  await untilStreaming(session)
  const second = session.ask('second')
  await untilStreaming(session)
  expect(session.getState().current).toMatchObject({ status: 'streaming', text: 'About' })
  go('first')
  await first
  expect(session.getState().current).toMatchObject({ question: 'second', status: 'streaming' })
  go('second')
  await second
  expect(session.getState()).toMatchObject({ current: { status: 'answered', text: 'About second' }, earlier: [] })
  const third = session.ask('third')
  await untilStreaming(session)
  expect(session.getState().earlier.map(({ question }) => question)).toEqual(['second'])
  const goThird = releaseOf('third')
  const again = session.ask('third')
  await untilStreaming(session)
  goThird()
  await third
  expect(session.getState().current?.status, 'the first answer to the same words').toBe('streaming')
  session.cancel()
  expect(session.getState().current).toBeNull()
  go('third')
  await again
  expect(session.getState().current).toBeNull()
})

it('a vote is undone when it could not be saved', async () => {
  const { session, go } = slowClient({ vote: () => Promise.reject(new Error('offline')) })
  const asked = session.ask('q')
  await untilStreaming(session)
  go('q')
  await asked
  const voted = session.vote('up')
  expect(session.getState().current?.votes).toEqual({ q: 'up' })
  await voted
  expect(session.getState().current?.votes).toEqual({ q: null })
})

it('only the results of the latest query are shown', async () => {
  const pending = new Map<string, (titles: string[]) => void>()
  const search: AnswerloomClient['search'] = (query) =>
    new Promise((resolve) =>
      pending.set(query, (titles) =>
        resolve(
          titles.map((title) => ({
            kind: 'faq',
            id: title,
            source_id: title,
            title,
            excerpt: '',
            url: null,
            score: 1,
          })),
        ),
      ),
    )
  const { session } = slowClient({ search })
  const asked = (query: string) => expect.poll(() => pending.has(query)).toBe(true)
  session.search('wo')
  await asked('wo')
  session.search('wool')
  await asked('wool')
  pending.get('wool')?.(['newest'])
  pending.get('wo')?.(['stale'])
  await expect.poll(() => session.getState().isSearching).toBe(false)
  expect(session.getState()).toMatchObject({ query: 'wool', results: [{ title: 'newest' }] })
  session.search(' ')
  expect(session.getState()).toMatchObject({ query: '', results: [], isSearching: false })
})
