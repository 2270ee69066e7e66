import { beforeAll, describe, expect, it } from 'vitest'
import { createGapInbox, followQuestions } from '../../../../tests/support/content/gaps.ts'
import { createTestContext, type TestContext } from '../../../../tests/support/content/test-context.ts'
import { AppError } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { Mail, Mailer } from '../../../platform/mail/index.ts'
import { dismissGap } from '../../gaps/server/dismiss-gap.ts'
import { digestSetting, endDigest, sendDigestNow, setDigest } from './digest-settings.ts'
import { enterDueDigests } from './due-digests.ts'
import { type DigestServices, sendDigest } from './send-digest.ts'

let testContext: TestContext
beforeAll(async () => {
  testContext = await createTestContext()
  followQuestions(testContext)
})

const HOUR = 60 * 60 * 1000
const tomorrow = () => new Date(Date.now() + 24 * HOUR)
const nextWeek = () => new Date(Date.now() + 7 * 24 * HOUR)

/** A workspace with unanswered questions, and the sending of digests run by hand. */
async function team() {
  const inbox = await createGapInbox(testContext)
  const sent: Mail[] = []
  const answers: AppError[] = []
  const mailer: Mailer = {
    send: async (mail) => {
      const failure = answers.shift()
      if (failure) throw failure
      sent.push(mail)
    },
    check: async () => {},
    close: async () => {},
  }
  const services: DigestServices = {
    workspaces: testContext.services,
    mailer,
    appUrl: new URL('https://help.example.com'),
    secretKey: 'a key of thirty-two characters...',
  }
  /** Due digests of this workspace; those of other tests are queued on the way and ignored. */
  const due = async (now: Date) => {
    const ids: string[] = []
    await enterDueDigests(
      testContext.db,
      async (_tx, mail) => {
        if (mail.workspace_id === inbox.id) ids.push(mail.id)
      },
      now,
    )
    return ids
  }
  const send = (id: string, final = false) => sendDigest(services, { workspaceId: inbox.id, id }, { final })
  return {
    ...inbox,
    sent,
    answers,
    due,
    send,
    deliver: async (now: Date) => {
      const outcomes = []
      for (const id of await due(now)) outcomes.push(await send(id))
      return outcomes
    },
    gap: async (question: string) => {
      await inbox.failed(question)
      await inbox.assign()
    },
    queued: () =>
      systemTransaction(testContext.db, async (transaction) => {
        const { rows } = await transaction.execute<{ id: string }>(
          `select id from digest_mails where workspace_id = '${inbox.id}' and state = 'queued'`,
        )
        return rows.map(({ id }) => id)
      }),
  }
}

describe('a digest', () => {
  it('is off until a user turns it on, separately for each user', async () => {
    const acme = await team()
    expect(await digestSetting(acme.ctx)).toEqual({ frequency: 'off', time_zone: 'UTC', next_at: null })
    const set = await setDigest(
      acme.ctx,
      { frequency: 'daily', time_zone: 'Europe/Berlin' },
      new Date('2026-01-10T12:00:00Z'),
    )
    expect(set).toEqual({ frequency: 'daily', time_zone: 'Europe/Berlin', next_at: '2026-01-11T07:00:00.000Z' })
    expect(await digestSetting(acme.ctx)).toEqual(set)
    const other = await testContext.person()
    await testContext.join(acme.id, other, 'member')
    const theirs = await testContext.as(other, acme.id, 'workspace.read')
    expect(await digestSetting(theirs)).toMatchObject({ frequency: 'off' })
    expect(await setDigest(theirs, { frequency: 'weekly', time_zone: 'Mars/Olympus' })).toMatchObject({
      time_zone: 'UTC',
    })
    expect(await setDigest(acme.ctx, { frequency: 'off', time_zone: 'UTC' })).toMatchObject({ next_at: null })
    expect(await digestSetting(theirs)).toMatchObject({ frequency: 'weekly' })
  })

  it('reports new gaps and waiting visitors, and how to unsubscribe', async () => {
    const acme = await team()
    await acme.gap('An old question about zeppelins?')
    const [old] = await acme.gaps()
    await setDigest(acme.ctx, { frequency: 'daily', time_zone: 'UTC' }, new Date(Date.now() + 1))
    await systemTransaction(testContext.db, (transaction) =>
      transaction.execute(
        `update gaps set created_at = now() - interval '2 days' where workspace_id = '${acme.id}' and id = '${old?.id}'`,
      ),
    )
    await systemTransaction(testContext.db, (transaction) =>
      transaction.execute(
        `update digest_subscriptions set covered_until = now() - interval '1 day' where workspace_id = '${acme.id}'`,
      ),
    )
    await acme.gap('How do I get a refund?')
    await acme.gap('Which colors are there?')
    const dismissed = (await acme.gaps()).find(({ question }) => question.includes('colors'))
    await dismissGap(acme.ctx, { id: dismissed?.id ?? '', reason: 'spam', note: '' })
    await acme.waits(await acme.asked('Can somebody call me?'), 'mia@example.test')
    expect(await acme.deliver(tomorrow())).toEqual(['sent'])
    const [mail] = acme.sent
    expect(mail?.subject).toBe('Acme: 1 new gap, 1 person waiting for a reply')
    expect(mail?.text).toContain('- How do I get a refund? (1 visitor)\nhttps://help.example.com/messages/gaps')
    expect(mail?.text).toContain('- Can somebody call me?')
    for (const absent of ['zeppelins', 'colors', 'mia@']) expect(mail?.text + String(mail?.html)).not.toContain(absent)
    expect(mail?.unsubscribeUrl).toMatch(/^https:\/\/help\.example\.com\/digest\/unsubscribe\?token=[\w-]{50,}$/)
    expect(mail?.text).toContain(mail?.unsubscribeUrl)
  })

  it('reports failing answer tests, and no passing ones', async () => {
    const acme = await team()
    await setDigest(acme.ctx, { frequency: 'daily', time_zone: 'UTC' })
    const tests = [
      ['Do you ship to Canada?', 'failing', '0 days'],
      ['Do you ship to Norway?', 'failing', '3 days'],
      ['Do you ship to Peru?', 'passing', '0 days'],
    ]
    for (const [question, state, ago] of tests)
      await systemTransaction(testContext.db, (transaction) =>
        transaction.execute(
          `insert into answer_tests (workspace_id, id, question, state, since)
           values ('${acme.id}', '${newId()}', '${question}', '${state}', now() - interval '${ago}')`,
        ),
      )
    expect(await acme.deliver(tomorrow())).toEqual(['sent'])
    const [mail] = acme.sent
    expect(mail?.subject).toBe('Acme: 2 failing answer tests')
    expect(mail?.text).toContain(
      '- Do you ship to Canada? (new)\n- Do you ship to Norway? (still)\nhttps://help.example.com/messages/answer-tests',
    )
    expect(mail?.text).not.toContain('Peru')
  })

  it('is not sent when there is nothing new, and repeats nothing', async () => {
    const acme = await team()
    await setDigest(acme.ctx, { frequency: 'daily', time_zone: 'UTC' })
    expect(await acme.deliver(tomorrow())).toEqual(['empty'])
    await acme.gap('How do I get a refund?')
    await systemTransaction(testContext.db, (transaction) =>
      transaction.execute(`update gaps set created_at = now() + interval '30 hours' where workspace_id = '${acme.id}'`),
    )
    expect(await acme.deliver(new Date(Date.now() + 49 * HOUR))).toEqual(['sent'])
    expect(await acme.deliver(new Date(Date.now() + 73 * HOUR))).toEqual(['empty'])
    expect(acme.sent).toHaveLength(1)
  })

  it('is queued once per period by two nodes, and sent once by two jobs', async () => {
    const acme = await team()
    await acme.gap('How do I get a refund?')
    await setDigest(acme.ctx, { frequency: 'weekly', time_zone: 'UTC' }, new Date(Date.now() - HOUR))
    const at = nextWeek()
    const both = (await Promise.all([acme.due(at), acme.due(at)])).flat()
    expect(both).toHaveLength(1)
    expect(await acme.due(at)).toEqual([])
    const [id = ''] = both
    const outcomes = await Promise.all([acme.send(id), acme.send(id)])
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(1)
    expect(acme.sent).toHaveLength(1)
    expect(await acme.count('digest_mails')).toBe(1)
    // A node whose clock or row is behind enters the same period: the key refuses it.
    await systemTransaction(testContext.db, (transaction) =>
      transaction.execute(
        `update digest_subscriptions s set next_at = d.period::timestamptz from digest_mails d
         where s.workspace_id = '${acme.id}' and d.workspace_id = s.workspace_id and d.id = '${id}'`,
      ),
    )
    expect(await acme.due(at)).toEqual([])
    expect(await acme.count('digest_mails')).toBe(1)
  })

  it('is retried when the mail server refused it, but not when it may have been accepted', async () => {
    const acme = await team()
    await acme.gap('How do I get a refund?')
    await setDigest(acme.ctx, { frequency: 'daily', time_zone: 'UTC' }, new Date(Date.now() - HOUR))
    const [id = ''] = await acme.due(tomorrow())
    const refused = new AppError('unavailable', 'mail.failed', 'No.')
    acme.answers.push(refused)
    await expect(acme.send(id)).rejects.toMatchObject({ code: 'mail.failed' })
    expect(await acme.send(id)).toBe('sent')
    await systemTransaction(testContext.db, (transaction) =>
      transaction.execute(`update gaps set created_at = now() + interval '30 hours' where workspace_id = '${acme.id}'`),
    )
    const [second = ''] = await acme.due(new Date(Date.now() + 49 * HOUR))
    acme.answers.push(refused)
    await expect(acme.send(second, true)).rejects.toMatchObject({ code: 'mail.failed' })
    // The next digest covers the period of an unsent one.
    const [third = ''] = await acme.due(new Date(Date.now() + 73 * HOUR))
    acme.answers.push(new AppError('unavailable', 'mail.unknown', 'Lost.'))
    expect(await acme.send(third)).toBe('unknown')
    expect(await acme.send(third)).toBeNull()
    expect(acme.sent).toHaveLength(1)
  })

  it('stops by its link, also when already queued, and restarts when it is turned on again', async () => {
    const acme = await team()
    await acme.gap('How do I get a refund?')
    await setDigest(acme.ctx, { frequency: 'daily', time_zone: 'UTC' }, new Date(Date.now() - HOUR))
    const [id = ''] = await acme.due(tomorrow())
    const subscription = await systemTransaction(testContext.db, async (transaction) => {
      const { rows } = await transaction.execute<{ id: string }>(
        `select id from digest_subscriptions where workspace_id = '${acme.id}'`,
      )
      return rows[0]?.id ?? ''
    })
    expect(await endDigest(testContext.db, subscription)).toBe('Acme')
    expect(await endDigest(testContext.db, newId())).toBeNull()
    expect(await digestSetting(acme.ctx)).toMatchObject({ frequency: 'off', next_at: null })
    expect(await acme.send(id)).toBe('empty')
    expect(await acme.due(nextWeek())).toEqual([])
    // The questions of the pause are in none.
    await setDigest(acme.ctx, { frequency: 'daily', time_zone: 'UTC' }, new Date(Date.now() + 26 * HOUR))
    expect(await acme.deliver(new Date(Date.now() + 75 * HOUR))).toEqual(['empty'])
    expect(acme.sent).toEqual([])
  })

  it('ends with the membership', async () => {
    const acme = await team()
    const other = await testContext.person()
    await testContext.join(acme.id, other, 'member')
    await setDigest(await testContext.as(other, acme.id, 'workspace.read'), { frequency: 'daily', time_zone: 'UTC' })
    await acme.gap('How do I get a refund?')
    const [id = ''] = await acme.due(tomorrow())
    await systemTransaction(testContext.db, (transaction) =>
      transaction.execute(`delete from workspace_members where workspace_id = '${acme.id}' and user_id = '${other}'`),
    )
    expect(await acme.send(id)).toBeNull()
    expect(await acme.count('digest_subscriptions')).toBe(0)
    expect(acme.sent).toEqual([])
  })

  it('can be sent immediately, with a rate limit, unless it is off', async () => {
    const acme = await team()
    await expect(sendDigestNow(acme.ctx)).rejects.toMatchObject({ code: 'digest.off' })
    await acme.gap('How do I get a refund?')
    await setDigest(acme.ctx, { frequency: 'weekly', time_zone: 'UTC' })
    await sendDigestNow(acme.ctx, new Date(Date.now() + 1_000))
    await expect(sendDigestNow(acme.ctx)).rejects.toMatchObject({ code: 'digest.too_soon' })
    const [id = ''] = await acme.queued()
    expect(await acme.send(id)).toBe('sent')
    expect(acme.sent[0]?.text).toContain('How do I get a refund?')
    await expect
      .poll(() => testContext.receivedEvents.some((event) => event.type === 'digest.requested' && event.id === id))
      .toBe(true)
  })
})

describe('a digest of sensitive or large input', () => {
  it('masks personal data and swear words', async () => {
    const acme = await team()
    await setDigest(acme.ctx, { frequency: 'daily', time_zone: 'UTC' }, new Date(Date.now() - HOUR))
    await acme.gap('Where is my fucking parcel, I am mia@example.com, +49 30 1234567?')
    await acme.waits(
      await acme.asked('Card 4111 1111 1111 1111 was charged, you bastards <b>now</b>'),
      'x@example.test',
    )
    expect(await acme.deliver(tomorrow())).toEqual(['sent'])
    const [mail] = acme.sent
    for (const form of [mail?.subject, mail?.text, mail?.html]) {
      expect(form).not.toMatch(/mia@|x@example|1234567|4111|fuck|bastard/i)
    }
    expect(mail?.html).not.toContain('<b>')
    expect(mail?.text).toContain('Where is my *** parcel, I am [email], [phone number]?')
  })

  it('stays within the size of an email for any number of gaps', async () => {
    const acme = await team()
    await setDigest(acme.ctx, { frequency: 'daily', time_zone: 'UTC' }, new Date(Date.now() - HOUR))
    for (let index = 0; index < 12; index++)
      await acme.waits(await acme.asked(`${'Call me. '.repeat(300)}${index}`), 'x@example.test')
    expect(await acme.deliver(tomorrow())).toEqual(['sent'])
    expect(acme.sent[0]?.subject).toBe('Acme: 12 people waiting for a reply')
    expect(acme.sent[0]?.text).toContain('… and 7 more')
    expect(acme.sent[0]?.text.length).toBeLessThan(2_500)
  })
})
