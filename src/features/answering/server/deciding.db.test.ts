import { describe, expect, it } from 'vitest'
import { createTestContext, faqInput } from '../../../../tests/support/content/test-context.ts'
import { createFaq } from '../../faqs/server/index.ts'
import { AnswerCache } from './answer-cache.ts'
import { type AnsweringServices, dryRunQuestion } from './answer-question.ts'

const testContext = await createTestContext()

type Faq = readonly [question: string, answer: string]

const REFUND = [
  'How do I get a refund?',
  'Open Billing, choose the invoice and press Refund. It takes five days.',
] as const
const PASSWORD = ['How do I reset my password?', 'Choose "Forgot password" on the sign-in page and follow it.'] as const
const DELIVERY = ['How long does delivery take?', 'Parcels inside the country arrive within three days.'] as const
const TEAM = ['How can I invite a colleague?', 'Owners add people under Settings, Team, with their address.'] as const
const HOURS = ['When is support available?', 'People answer from Monday to Friday, nine to five.'] as const

/** Publishes the FAQs in a new workspace; returns the outcome of a question and the first source of its answer. */
async function askIn(...faqs: Faq[]) {
  const owner = await testContext.person({ freeAccess: true })
  const { id } = await testContext.workspace(owner)
  const writer = await testContext.as(owner, id, 'faq.write')
  for (const [question, answer] of faqs) await createFaq(writer, faqInput({ question, answer, category: 'Help' }))
  const visitor = await testContext.visitor(id)
  const services: AnsweringServices = {
    appUrl: new URL('https://help.example.com'),
    generate: null,
    cache: new AnswerCache(1),
    log: () => {},
  }
  return async (text: string) => {
    const options = { signal: new AbortController().signal, mayUseModel: async () => true }
    const { answer } = await dryRunQuestion(services, visitor, text, options)
    return [answer.outcome, answer.sources[0]?.title] as const
  }
}

describe('deciding', () => {
  it('answers paraphrases and never off-topic questions, in a workspace of five FAQs', async () => {
    const ask = await askIn(REFUND, PASSWORD, DELIVERY, TEAM, HOURS)
    for (const [text, [question]] of [
      ['I want a refund', REFUND],
      ['reset password', PASSWORD],
      ['how long will delivery take', DELIVERY],
      ['invite colleagues', TEAM],
    ] as const) {
      expect(await ask(text)).toEqual(['answered', question])
    }
    for (const text of [
      'What is the capital of Peru?',
      'How do I bake a chocolate cake?',
      'Who won the world cup?',
      'Do schools pay less tuition?',
      'how do I',
    ]) {
      expect([text, await ask(text)]).toEqual([text, ['refused', undefined]])
    }
  })

  it('does not answer a question with an unknown word from words in different places', async () => {
    const data = [
      'What data do you collect, and do you sell it?',
      'What the service needs: your name and your address. We do not sell data to anybody. ' +
        'Payments are made elsewhere, by a company of their own. No employee here sees the number of your card.',
    ] as const
    const ask = await askIn(data, REFUND, PASSWORD, DELIVERY, TEAM)
    expect(await ask('do you sell my data')).toEqual(['answered', data[0]])
    expect(await ask('do you sell my data to brokers')).toEqual(['answered', data[0]])
    expect(await ask('do you sell gift vouchers')).toEqual(['suggested', data[0]])
  })

  it('answers despite everyday words that the workspace has never used', async () => {
    const ask = await askIn(DELIVERY, REFUND, PASSWORD, TEAM)
    expect(await ask('How long until my parcel is delivered?')).toEqual(['answered', DELIVERY[0]])
  })

  it('suggests when a yes or no is asked about something that the entry lacks', async () => {
    const links = [
      'How do I add links to a dictionary?',
      'Put the address of the dictionary into the template of the card, with the name of the field between two braces. ' +
        'Students who tap the link while they review see the page of the current word in their browser. ' +
        'Several addresses can stand below each other, for instance one for every language that you learn at school.',
    ] as const
    const ask = await askIn(links, REFUND, PASSWORD, DELIVERY, TEAM, HOURS)
    expect(await ask('can i add links to a dictionary')).toEqual(['answered', links[0]])
    expect(await ask('is there a thesaurus or dictionary')).toEqual(['suggested', links[0]])
  })

  it('suggests when two entries fit about equally, and answers when one was asked word for word', async () => {
    const food = ['Can it be spread through food?', 'Not as far as is known.'] as const
    const water = ['Can it be spread through water?', 'Not as far as is known.'] as const
    const ask = await askIn(food, water, REFUND, PASSWORD)
    expect((await ask('how can it be spread'))[0]).toBe('suggested')
    expect(await ask('can it be spread through water')).toEqual(['answered', water[0]])
    expect(await ask('can it be spread through food')).toEqual(['answered', food[0]])
  })

  it('answers a question of function words only with an entry that asks exactly the same', async () => {
    const who = ['Who are you?', 'A shop for looms in the old harbor.'] as const
    const ask = await askIn(who, REFUND, PASSWORD)
    expect(await ask('who are you')).toEqual(['answered', who[0]])
    expect((await ask('how do I'))[0]).toBe('refused')
  })
})
