// Tokens of the language model by workspace and month: counted once each, with one warning, and a limit.
import { eq, inArray } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { createTestContext, faqInput } from '../../../../../tests/support/content/test-context.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import { systemTransaction } from '../../../../platform/db/index.ts'
import type { Mail } from '../../../../platform/mail/index.ts'
import { users } from '../../../accounts/server/index.ts'
import { createFaq } from '../../../faqs/server/index.ts'
import {
  inReadTransaction,
  inTransaction,
  ownersOf,
  type WorkspaceContext,
  workspaces,
} from '../../../workspaces/server/index.ts'
import { AnswerCache } from '../answer-cache.ts'
import { type AnsweringServices, dryRunQuestion } from '../answer-question.ts'
import { modelUsage } from '../answering.table.ts'
import { budgetMailJob } from './budget-mail.job.ts'
import type { Generate } from './short-reply.ts'
import { addModelUsage, modelUsageReport } from './token-budget.ts'
import { modelForWorkspace } from './workspace-model.ts'

let context: WorkspaceContext
let person: string

const testContext = await createTestContext()
beforeEach(async () => {
  person = await testContext.person({ freeAccess: true })
  const { id } = await testContext.workspace(person, 'Kettle')
  context = await testContext.visitor(id)
})

const warnings = () =>
  testContext.receivedEvents.filter(
    (event) => event.type === 'model.budget_near' && event.workspace_id === context.workspaceId,
  )
const use = (inputTokens: number, maximum: number | null = null) =>
  addModelUsage(context, { inputTokens, outputTokens: 10 }, maximum)
const limitTo = (monthlyTokens: number | null) =>
  inTransaction(context, async ({ tx, workspaceId }) => {
    await tx.update(workspaces).set({ monthlyTokens }).where(eq(workspaces.id, workspaceId))
  })

it('counts concurrent calls once each, and warns once', async () => {
  await Promise.all(Array.from({ length: 20 }, () => use(90, 2_200)))
  expect(await modelUsageReport(context, 2_200)).toMatchObject({ used: 2_000, budget: 2_200 })
  await use(90, 2_200)
  await expect.poll(() => warnings().length).toBe(1)
  expect(warnings()).toMatchObject([{ used: 1_800, budget: 2_200 }])
  const rows = await inReadTransaction(context, ({ tx }) => tx.select().from(modelUsage))
  expect(rows).toMatchObject([{ calls: 21, inputTokens: 1_890, outputTokens: 210, warned: true }])
})

it('warns at 80 % and not earlier', async () => {
  await limitTo(1_000)
  await use(780)
  expect(await modelUsageReport(context, null)).toMatchObject({ used: 790, budget: 1_000 })
  expect(warnings()).toEqual([])
  await use(0)
  await expect.poll(warnings).toMatchObject([{ used: 800, budget: 1_000 }])
})

it('counts each month from its first day in UTC, and warns in each', async () => {
  await systemTransaction(testContext.db, async (tx) => {
    await tx.execute(
      `insert into model_usage values ('${context.workspaceId}', date_trunc('month', now() at time zone 'utc')::date - 1, 1, 5000, 0, true)`,
    )
  })
  await use(890, 1_000)
  expect(await modelUsageReport(context, 1_000)).toMatchObject({ used: 900 })
  await expect.poll(() => warnings().length).toBe(1)
})

it("applies the lower of the workspace's and the instance's limit", async () => {
  await limitTo(5_000)
  expect(await modelUsageReport(context, null)).toMatchObject({ budget: 5_000, maximum: null })
  expect(await modelUsageReport(context, 2_000)).toMatchObject({ budget: 2_000, maximum: 2_000 })
  expect(await modelUsageReport(context, 9_000)).toMatchObject({ budget: 5_000, maximum: 9_000 })
})

it('gives the built-in answer after the tokens are used up', async () => {
  const writer = await testContext.as(person, context.workspaceId, 'faq.write')
  await createFaq(writer, faqInput({ question: 'How do I get a refund?', answer: 'Refunds are paid within 5 days.' }))
  let calls = 0
  const generate: Generate = async function* ({ onUsage }) {
    calls += 1
    yield 'Refunds are paid within 5 days [1].'
    onUsage?.({ inputTokens: 1_000, outputTokens: 200 })
  }
  const services: AnsweringServices = {
    ...{
      appUrl: new URL('https://help.example.com'),
      generate,
      monthlyTokens: 1_200,
      cache: new AnswerCache(1),
    },
    log: () => {},
  }
  const ask = async () =>
    (
      await dryRunQuestion(services, context, 'How do I get a refund?', {
        signal: new AbortController().signal,
        mayUseModel: async () => true,
      })
    ).answer
  expect(await ask()).toMatchObject({ outcome: 'answered', answer: 'Refunds are paid within 5 days.' })
  expect(calls).toBe(1)
  expect(await modelForWorkspace(services, context, async () => true)).toBeNull()
  expect(await ask()).toMatchObject({ outcome: 'answered', answer: 'Refunds are paid within 5 days.' })
  expect(calls).toBe(1)
})

it("counts a failed call, and refuses one beyond the visitor's budget", async () => {
  const generate: Generate = async function* ({ onUsage }) {
    yield 'x'
    onUsage?.({ inputTokens: 5, outputTokens: 1 })
    throw new AppError('unavailable', 'llm.failed', 'No.')
  }
  const options = { system: '', prompt: '', signal: new AbortController().signal }
  const read = async (allowed: boolean) => {
    const model = await modelForWorkspace({ generate, log: () => {} }, context, async () => allowed)
    for await (const _ of model?.generate(options) ?? []);
  }
  await expect(read(true)).rejects.toMatchObject({ code: 'llm.failed' })
  await expect(read(false)).rejects.toMatchObject({ code: 'llm.over_budget' })
  expect(await modelUsageReport(context, null)).toMatchObject({ used: 6 })
})

it('emails every owner, and no member', async () => {
  const second = await testContext.person({})
  await testContext.join(context.workspaceId, second, 'owner')
  await testContext.join(context.workspaceId, await testContext.person({}), 'member')
  const sent: Mail[] = []
  const run = { signal: new AbortController().signal, attempt: 1, final: false, jobId: 'j' }
  const job = budgetMailJob({
    db: testContext.db,
    appUrl: new URL('https://help.example.com'),
    mailer: {
      send: async (mail) => {
        sent.push(mail)
      },
      check: async () => {},
      close: async () => {},
    },
  })
  const owners = await inReadTransaction(context, ({ tx }) => ownersOf(tx, context.workspaceId))
  expect(owners).toHaveLength(2)
  for (const user_id of owners)
    await job.handler({ workspace_id: context.workspaceId, user_id, used: 850_000, budget: 1_000_000 }, run)
  const emails = await systemTransaction(testContext.db, (tx) =>
    tx
      .select({ email: users.email })
      .from(users)
      .where(inArray(users.id, [person, second])),
  )
  expect(sent.map(({ to }) => to).sort()).toEqual(emails.map(({ email }) => email).sort())
  expect(sent[0]).toMatchObject({ subject: 'Kettle has used 85 % of this month’s language model tokens' })
  expect(sent[0]?.text).toContain('850,000 of the 1,000,000 tokens')
  expect(sent[0]?.text).toContain('https://help.example.com/settings')
})
