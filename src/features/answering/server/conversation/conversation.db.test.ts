import { beforeAll, describe, expect, it } from 'vitest'
import { createTestContext, faqInput, type TestContext } from '../../../../../tests/support/content/test-context.ts'
import { newId } from '../../../../kernel/ids.ts'
import { createFaq } from '../../../faqs/server/index.ts'
import type { WorkspaceContext } from '../../../workspaces/server/index.ts'
import { type AskOutput, askInput, NOT_FOUND_ANSWER } from '../../contract.ts'
import { AnswerCache } from '../answer-cache.ts'
import { answerQuestion } from '../answer-question.ts'

const appUrl = new URL('https://help.example.com')
let testContext: TestContext
let workspaceId: string
let visitor: WorkspaceContext

beforeAll(async () => {
  testContext = await createTestContext()
  const owner = await testContext.person({ freeAccess: true })
  workspaceId = (await testContext.workspace(owner, 'Loom')).id
  visitor = await testContext.visitor(workspaceId)
  const writer = await testContext.as(owner, workspaceId, 'faq.write')
  for (const [question, answer] of [
    ['How do I install the app on Android?', 'Open the Play Store and press Install.'],
    ['How do I install the app on Windows?', 'Download the installer and start it.'],
    ['Wie bezahle ich mit Kreditkarte?', 'Geben Sie die Nummer der Kreditkarte beim Bezahlen ein.'],
    ['Wie bezahle ich mit PayPal?', 'Wählen Sie PayPal und melden Sie sich dort an.'],
    ['Where are your offices?', 'In Ghent and in Porto.'],
    ['How do I export my orders as CSV?', 'Press Export orders.'],
    ['How do I export my photos as CSV?', 'Press Export photos.'],
  ] as const)
    await createFaq(writer, faqInput({ question, answer, category: 'Support' }))
})

/** Asks one after the other in one conversation, and returns the last reply. */
async function converse(...questions: string[]): Promise<AskOutput> {
  const conversation_id = newId()
  const replies: AskOutput[] = []
  for (const question of questions)
    replies.push(
      await answerQuestion(
        { appUrl, generate: null, cache: new AnswerCache(100), log: () => {} },
        visitor,
        askInput.parse({ workspace_id: workspaceId, question, conversation_id }),
        {
          signal: new AbortController().signal,
          mayUseModel: async () => true,
          onModel: () => {},
          onSources: async () => {},
          onDelta: async () => {},
        },
      ),
    )
  const last = replies.at(-1)
  if (!last) throw new Error('no question')
  return last
}
const titles = ({ sources }: AskOutput) => sources.map(({ title }) => title)

describe('a conversation without a model', () => {
  it.each([
    ['How do I install the app on Android?', 'and on Windows?', 'How do I install the app on Windows?'],
    ['Wie bezahle ich mit Kreditkarte?', 'und mit PayPal?', 'Wie bezahle ich mit PayPal?'],
  ])('%s %s', async (first, second, found) => {
    expect(titles(await converse(first, second))[0]).toBe(found)
    expect(titles(await converse(first, 'thanks', second))[0], 'also after small talk').toBe(found)
  })

  it('does not repeat an answer that did not help', async () => {
    const reply = await converse('Where are your offices?', "that didn't help")
    expect(titles(reply)).not.toContain('Where are your offices?')
    expect(reply.outcome).not.toBe('answered')
  })

  it('says that it found nothing where what changed is not in the content', async () => {
    const reply = await converse('Where are your offices?', 'and the parking lots?')
    expect(reply).toMatchObject({ outcome: 'refused', answer: NOT_FOUND_ANSWER, sources: [] })
  })

  it('answers both questions of one message', async () => {
    const reply = await converse('Where are your offices? How do I install the app on Windows?')
    expect(reply.outcome).toBe('answered')
    expect(reply.answer).toBe(
      '**Where are your offices?**\n\nIn Ghent and in Porto.\n\n**How do I install the app on Windows?**\n\nDownload the installer and start it.',
    )
    expect(titles(reply)).toEqual(['Where are your offices?', 'How do I install the app on Windows?'])
  })

  it('asks which of two topics is meant', async () => {
    const reply = await converse('export csv')
    expect(reply.answer).toMatch(/^Do you mean “How do I export my (orders|photos) as CSV\?” or “How do I export my/)
    expect(titles(reply).slice(0, 2).toSorted()).toEqual([
      'How do I export my orders as CSV?',
      'How do I export my photos as CSV?',
    ])
  })

  it('shows the entry that a single word names', async () => {
    expect(await converse('offices')).toMatchObject({ outcome: 'answered', answer: 'In Ghent and in Porto.' })
  })

  it('names the languages of the content for a question in another one', async () => {
    const reply = await converse('Où puis-je trouver votre adresse à Paris ?')
    expect(reply.outcome).toBe('refused')
    expect(reply.answer).toMatch(/^Notre aide est en anglais et allemand et je n’y ai pas trouvé de réponse\./)
    expect(reply.related_questions.length).toBeGreaterThan(0)
  })

  it('answers a question on another topic by itself', async () => {
    const reply = await converse('Where are your offices?', 'How do I install the app on Windows?')
    expect(reply).toMatchObject({ outcome: 'answered', answer: 'Download the installer and start it.' })
  })
})
