import { expect, it } from 'vitest'
import { createTestContext, faqInput, faqWriter } from '../../../../tests/support/content/test-context.ts'
import { createFaq } from './create-faq.ts'
import { moveFaq } from './faq-positions.ts'
import { findFaq } from './trash/trash.queries.ts'
import { updateFaq } from './update-faq.ts'
import { withFaqOrder } from './with-faq-order.ts'

const testContext = await createTestContext()

/** Runs `work`, then a marked change, and returns the FAQ events before the mark. */
async function eventsOf(work: (ctx: Awaited<ReturnType<typeof faqWriter>>['ctx']) => Promise<unknown>) {
  const { id, ctx } = await faqWriter(testContext)
  const mark = await createFaq(ctx, faqInput({ question: 'Mark?' }))
  const changes = () =>
    testContext.receivedEvents.filter((event) => event.workspace_id === id && event.type === 'faq.changed')
  await expect.poll(() => changes().length).toBe(1)
  await work(ctx)
  await updateFaq(ctx, { id: mark.id, answer: 'The end.' })
  await expect.poll(() => changes().slice(1).at(-1)).toMatchObject({ ids: [mark.id] })
  return changes().slice(1, -1)
}

it('emits one event for nested changes, with their ids', async () => {
  const ids: string[] = []
  const events = await eventsOf((ctx) =>
    withFaqOrder(ctx, async (transaction) => {
      for (const question of ['One?', 'Two?']) ids.push((await createFaq(transaction, faqInput({ question }))).id)
      await updateFaq(transaction, { id: ids[0] ?? '', answer: 'New.' })
    }),
  )
  expect(events).toMatchObject([{ ids }])
})

it('emits no ids for a bulk change', async () => {
  const events = await eventsOf((ctx) =>
    withFaqOrder(ctx, (transaction) => createFaq(transaction, faqInput({ question: 'One?' })), { isBulk: true }),
  )
  expect(events).toMatchObject([{ ids: [] }])
})

it('emits nothing without a change', async () => {
  const events = await eventsOf(async (ctx) => {
    const { id } = await createFaq(ctx, faqInput({ question: 'One?' }))
    await withFaqOrder(ctx, async (transaction) => moveFaq(transaction, await findFaq(transaction, id), 9))
  })
  expect(events).toHaveLength(1)
})
