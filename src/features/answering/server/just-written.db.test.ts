// Questions about content whose change the index has not read yet, because the database is slow.
import { describe, expect, it } from 'vitest'
import { createTestContext, faqInput } from '../../../../tests/support/content/test-context.ts'
import { createFaq } from '../../faqs/server/index.ts'
import type { ServedEmbeddings } from '../../ranking/server/index.ts'
import { askInput } from '../contract.ts'
import { AnswerCache } from './answer-cache.ts'
import { type AnsweringServices, answerQuestion } from './answer-question.ts'
import type { Answer } from './record.ts'

const testContext = await createTestContext()
const owner = await testContext.person({ freeAccess: true })

async function workspace() {
  const { id } = await testContext.workspace(owner)
  const writer = await testContext.as(owner, id, 'faq.write')
  const cache = new AnswerCache<Answer>(10)
  return {
    add: (question: string, answer: string) => createFaq(writer, faqInput({ question, answer })),
    ask: async (question: string, onSearch = () => {}) => {
      const semantic: AnsweringServices['semantic'] = {
        served: async () => ({}) as ServedEmbeddings,
        embedQuestion: async () => {
          onSearch()
          return { embedding: null, isMissing: false }
        },
      }
      const services = { appUrl: new URL('https://help.example.com'), generate: null, cache, semantic, log: () => {} }
      return answerQuestion(services, await testContext.visitor(id), askInput.parse({ workspace_id: id, question }), {
        signal: new AbortController().signal,
        onModel: () => {},
        onSources: async () => {},
        onDelta: async () => {},
        mayUseModel: async () => false,
      })
    },
  }
}

/** Lets no index read entries until `release`. */
async function holdBackEntries() {
  const client = await testContext.db.pool.connect()
  await client.query('begin; lock table search_entries in access exclusive mode')
  const release = async () => {
    await client.query('rollback')
    client.release()
  }
  return { release }
}

describe('a question about what was just written', () => {
  it('is not refused from the content before it', async () => {
    const w = await workspace()
    await w.add('How do I get a refund?', 'Write to us within 30 days.')
    expect(await w.ask('Where is the giraffe?')).toMatchObject({ outcome: 'refused' })
    await w.add('Where is the giraffe?', 'Behind the aquarium.')
    const entries = await holdBackEntries()
    let searches = 0
    let released: Promise<void> | undefined
    const reply = await w
      .ask('Where is the giraffe?', () => {
        searches += 1
        if (searches === 2) released = entries.release()
      })
      .finally(() => (released ??= entries.release()))
    await released
    expect(reply).toMatchObject({ outcome: 'answered', answer: 'Behind the aquarium.' })
  })

  it('is answered from it the next time, where the content before it had an answer', async () => {
    const w = await workspace()
    await w.add('How do I get a refund of the purchase price?', 'Write to us within 30 days.')
    const question = 'How do I get a refund of the purchase?'
    await w.ask('refund')
    await w.add(question, 'Come to the till.')
    const entries = await holdBackEntries()
    expect((await w.ask(question).finally(entries.release)).answer).toBe('Write to us within 30 days.')
    expect((await w.ask(question)).answer).toBe('Come to the till.')
  })
})
