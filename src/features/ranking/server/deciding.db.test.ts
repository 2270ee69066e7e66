import { beforeAll, describe, expect, it } from 'vitest'
import {
  delivery,
  entry,
  hours,
  workspaceWith as indexedWorkspace,
  password,
  refund,
  team,
} from '../../../../tests/support/content/indexed-entries.ts'
import { createWorld, type World } from '../../../../tests/support/content/test-context.ts'
import { calibrate, confidence, decide, decideOn, GLOBAL_THRESHOLDS, type IndexEntry } from './index.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})

const workspaceWith = (...entries: IndexEntry[]) => indexedWorkspace(world, ...entries)

/** Best entry for a question, and the decision about it. */
const decidedIn = (w: Awaited<ReturnType<typeof workspaceWith>>) => async (text: string) => {
  const outcome = await w.search(text)
  return [outcome.hits[0]?.question, decideOn(outcome, confidence(outcome), GLOBAL_THRESHOLDS)]
}

describe('deciding', () => {
  it('answers paraphrases and never answers what is off topic, in a workspace of five', async () => {
    const w = await workspaceWith(refund(), password(), delivery(), team(), hours())
    const thresholds = await calibrate(world.db, w.id)
    for (const bounds of [GLOBAL_THRESHOLDS, thresholds]) {
      for (const text of ['I want a refund', 'reset password', 'how long will delivery take', 'invite colleagues']) {
        expect([text, decide(confidence(await w.search(text)), bounds)]).toEqual([text, 'answer'])
      }
      for (const text of [
        'What is the capital of Peru?',
        'How do I bake a chocolate cake?',
        'Who won the world cup?',
        'asdfgh',
        '',
        'how do I',
      ]) {
        expect([text, decide(confidence(await w.search(text)), bounds)]).not.toEqual([text, 'answer'])
      }
    }
  })

  it('refuses a question of which the workspace has never used a single word', async () => {
    const w = await workspaceWith(refund(), password())
    const outcome = await w.search('Do schools pay less tuition?')
    expect(decide(confidence(outcome), await calibrate(world.db, w.id))).toBe('refuse')
  })

  it('finds by the guess that a word of three letters has lost one, and does not answer on it', async () => {
    const gift = entry('Do you support gift cards?', 'Yes, at every checkout.')
    const w = await workspaceWith(gift, refund(), password(), delivery(), team())
    const decided = decidedIn(w)
    expect(await decided('do you support gift')).toEqual([gift.question, 'answer'])
    expect(await decided('do you support gft')).toEqual([gift.question, 'suggest'])
  })

  it('does not answer from words of three that stand in different places, of a question with an unknown one', async () => {
    const data = entry(
      'What data do you collect, and do you sell it?',
      'What the service needs: your name and your address. We do not sell data to anybody whatsoever. ' +
        'Payments are made elsewhere, by a company of their own. Nobody here sees the number of your card.',
    )
    const w = await workspaceWith(data, refund(), password(), delivery(), team())
    const decided = decidedIn(w)
    expect(await decided('do you sell my data')).toEqual([data.question, 'answer'])
    expect(await decided('do you sell gift vouchers')).toEqual([data.question, 'suggest'])
    expect(await decided('do you sell gift cards')).toEqual([data.question, 'suggest'])
    expect(await decided('do you sell my data to brokers')).toEqual([data.question, 'answer'])
  })

  it('takes a word of every day that was never used here for nothing new', async () => {
    const w = await workspaceWith(delivery(), refund(), password(), team())
    const outcome = await w.search('How long until my parcel is delivered?')
    // Neither *until* nor *delivered* is used; *parcel* is one of two then, not of three.
    const { unknown, strange } = outcome.query
    expect([unknown, strange, outcome.hits[0]?.shared]).toEqual([2, 1, 0.5])
    expect(await decidedIn(w)('How long until my parcel is delivered?')).toEqual([delivery().question, 'answer'])
  })

  it('does not answer from a passage that has less than half of a question with an unknown word', async () => {
    const warsaw = entry('Warsaw', 'Warsaw is the capital of Poland. It stands on the Vistula.', { kind: 'passage' })
    const w = await workspaceWith(warsaw, refund(), password(), delivery(), team())
    const decided = decidedIn(w)
    expect(await decided('what is the capital of Poland')).toEqual(['Warsaw', 'answer'])
    expect(await decided('which plateau is the left part of Warsaw on')).toEqual(['Warsaw', 'suggest'])
  })

  it('names both where two entries fit about as well, and one where it was asked word for word', async () => {
    const food = entry('Can it be spread through food?', 'Not as far as is known.')
    const water = entry('Can it be spread through water?', 'Not as far as is known.')
    const w = await workspaceWith(food, water, refund(), password())
    const decided = decidedIn(w)
    expect((await decided('how can it be spread'))[1]).toBe('suggest')
    expect(await decided('can it be spread through water')).toEqual([water.question, 'answer'])
    expect(await decided('can it be spread through food')).toEqual([food.question, 'answer'])
  })

  it('answers a question of grammar alone only with an entry that asks just that', async () => {
    const who = entry('Who are you?', 'A shop for looms in the old harbour.')
    const w = await workspaceWith(who, refund(), password())
    const decisionOn = async (text: string) => decide(confidence(await w.search(text)), GLOBAL_THRESHOLDS)
    expect(await decisionOn('who are you')).toBe('answer')
    expect(await decisionOn('how do I')).toBe('refuse')
  })

  it('keeps the bounds in order, also where there is nothing to calibrate on', async () => {
    const w = await workspaceWith()
    const { answer, refuse } = await calibrate(world.db, w.id)
    expect(refuse).toBeLessThanOrEqual(answer)
    expect(Number.isFinite(answer) && Number.isFinite(refuse)).toBe(true)
  })
})
