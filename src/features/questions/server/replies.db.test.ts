import { describe, expect, it } from 'vitest'
import { createInbox, type Inbox } from '../../../../tests/support/content/questions-workspace.ts'
import { createTestContext } from '../../../../tests/support/content/test-context.ts'
import { AppError } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Mail, Mailer } from '../../../platform/mail/index.ts'
import type { WorkspaceContext } from '../../workspaces/server/index.ts'
import { replyInput } from '../contract.ts'
import { deleteQuestion } from './delete-questions.ts'
import { questionDetails } from './question-details.ts'
import { replyMailJob } from './reply-mail.job.ts'
import { REPLIES_A_DAY, replyToVisitor } from './reply-to-visitor.ts'
import { eraseVisitorData } from './visitor-data.ts'

const testContext = await createTestContext()

const failure = (code: string) =>
  new AppError('unavailable', code, 'The email could not be sent. Please try again later.')

/** A fake mail server: accepts emails unless it is given another response. */
function postOffice() {
  const sent: Mail[] = []
  const answers: (AppError | Promise<void>)[] = []
  const mailer: Mailer = {
    send: async (mail) => {
      const answer = answers.shift()
      if (answer instanceof AppError) throw answer
      await answer
      sent.push(mail)
    },
    check: async () => {},
    close: async () => {},
  }
  return { sent, answers, mailer }
}

async function waitingVisitor() {
  const inbox = await createInbox(testContext)
  const id = await inbox.asked('Can somebody\ncall me?', { outcome: 'refused' })
  await inbox.waits(id, 'mia@example.test')
  const office = postOffice()
  const job = replyMailJob({ services: testContext.services, mailer: office.mailer })
  const run = { signal: new AbortController().signal, attempt: 1, final: false, jobId: 'j' }
  return {
    ...inbox,
    ...office,
    question: id,
    write: (
      options: Partial<Parameters<typeof replyInput.parse>[0] & object> = {},
      context: WorkspaceContext = inbox.ctx,
    ) => replyToVisitor(context, replyInput.parse({ id, reply_id: newId(), text: 'Of course.', ...options })),
    /** Runs `question.reply` as the queue does. */
    deliver: (reply_id: string, attempt = 1) => job.handler({ workspace_id: inbox.id, reply_id, attempt }, run),
    reply: async () => (await questionDetails(inbox.ctx, id)).replies.at(-1),
  }
}
const queued = (inbox: Inbox, replyId: string) =>
  testContext.receivedEvents
    .filter((event) => event.type === 'question.reply')
    .filter((event) => event.workspace_id === inbox.id && event.reply_id === replyId)

describe('a reply', () => {
  it('is sent to the visitor, with answers to the workspace, and its author and time are saved', async () => {
    const here = await waitingVisitor()
    const { id, state } = await here.write({ then_done: true })
    expect(state).toBe('sending')
    await expect.poll(() => queued(here, id)).toHaveLength(1)
    await here.deliver(id)
    const contact = (await questionDetails(here.ctx, here.question)).contact_email
    expect(here.sent).toEqual([
      {
        id,
        to: 'mia@example.test',
        replyTo: contact,
        author: 'Test Person, Acme',
        subject: 'Re: Can somebody call me?',
        text: 'Of course.\n\nTest Person\nAcme\n\n> Can somebody\n> call me?',
      },
    ])
    expect(await here.reply()).toMatchObject({
      id,
      state: 'sent',
      to: 'mia@example.test',
      author: 'Test Person',
      sent_at: expect.any(String),
    })
    expect(await here.count('message_replies', `author_id = '${here.userId}'`)).toBe(1)
    expect(await questionDetails(here.ctx, here.question)).toMatchObject({ done_by: 'Test Person' })
  })

  it('is sent once despite repeated and simultaneous requests and runs', async () => {
    const here = await waitingVisitor()
    const reply_id = newId()
    await Promise.all(Array.from({ length: 5 }, () => here.write({ reply_id })))
    expect(await here.count('message_replies')).toBe(1)
    await expect.poll(() => queued(here, reply_id)).toHaveLength(1)
    await Promise.all(Array.from({ length: 5 }, () => here.deliver(reply_id)))
    await here.deliver(reply_id)
    await here.write({ reply_id })
    expect(here.sent).toHaveLength(1)
    expect(await here.reply()).toMatchObject({ state: 'sent' })
    await expect(here.write({ reply_id, text: 'Other words.' })).rejects.toMatchObject({ code: 'reply.on_its_way' })
  })

  it('is shown as failed when the mail server refuses it, keeps the question open, and is resent only on request', async () => {
    const here = await waitingVisitor()
    here.answers.push(failure('mail.failed'))
    const { id: reply_id } = await here.write({ then_done: true })
    await here.deliver(reply_id)
    await here.deliver(reply_id)
    expect(here.sent).toHaveLength(0)
    expect(await here.reply()).toMatchObject({
      state: 'failed',
      failure: 'The email could not be sent. Please try again later.',
      then_done: true,
    })
    expect((await questionDetails(here.ctx, here.question)).done_at).toBeNull()

    const again = await Promise.all([
      here.write({ reply_id, text: 'Of course!' }),
      here.write({ reply_id, text: 'Of course!' }),
    ])
    expect(again.map(({ state }) => state)).toEqual(['sending', 'sending'])
    await expect.poll(() => queued(here, reply_id).map((e) => e.attempt)).toEqual([1, 2])
    await here.deliver(reply_id, 1)
    expect(here.sent).toHaveLength(0)
    await here.deliver(reply_id, 2)
    expect(here.sent.map(({ text }) => text.split('\n')[0])).toEqual(['Of course!'])
  })

  it('is shown as unknown after a lost connection, and is resent only on request', async () => {
    const here = await waitingVisitor()
    here.answers.push(failure('mail.unknown'))
    const { id: reply_id } = await here.write()
    await here.deliver(reply_id)
    await here.deliver(reply_id)
    expect(await here.reply()).toMatchObject({ state: 'unknown' })
    expect(await here.write({ reply_id })).toMatchObject({ state: 'unknown' })
    await here.deliver(reply_id, 2)
    expect(here.sent).toHaveLength(0)
    expect(await here.write({ reply_id, again: true })).toMatchObject({ state: 'sending' })
    await here.deliver(reply_id, 2)
    expect(here.sent).toHaveLength(1)
  })

  it('is shown as unknown some time after its process ended during sending', async () => {
    const here = await waitingVisitor()
    const { id: reply_id } = await here.write()
    await testContext.db.pool.query(
      `update message_replies set state = 'sending', claimed_at = now() - interval '1 hour' where id = $1`,
      [reply_id],
    )
    await here.deliver(reply_id)
    expect(here.sent).toHaveLength(0)
    expect(await here.reply()).toMatchObject({ state: 'unknown' })
  })

  it('is not sent when its question was deleted before', async () => {
    const here = await waitingVisitor()
    const { id } = await here.write()
    await deleteQuestion(here.ctx, here.question)
    await here.deliver(id)
    expect(here.sent).toHaveLength(0)
    expect(await here.count('message_replies')).toBe(0)
  })

  it('requires an address, which may be from another question of the visit', async () => {
    const here = await waitingVisitor()
    const conversation_id = newId()
    const first = await here.asked('first', { conversation_id })
    await expect(here.write({ id: first })).rejects.toMatchObject({ code: 'reply.no_address' })
    await here.waits(await here.asked('second', { conversation_id }), 'noa@example.test')
    expect(await here.write({ id: first })).toMatchObject({ to: 'noa@example.test' })
  })

  it('is limited in number per day', async () => {
    const here = await waitingVisitor()
    await testContext.db.pool.query(
      `insert into message_replies (workspace_id, id, message_id, text, to_email, author_name, state)
       select $1, gen_random_uuid(), $2, 't', 'mia@example.test', 'A', 'sent' from generate_series(1, $3::int)`,
      [here.id, here.question, REPLIES_A_DAY],
    )
    await expect(here.write()).rejects.toMatchObject({ code: 'limit.replies' })
  })

  it('is bound to its workspace and its question', async () => {
    const [mine, other] = [await waitingVisitor(), await waitingVisitor()]
    await expect(mine.write({ id: other.question })).rejects.toMatchObject({ code: 'question.not_found' })
    const { id: reply_id } = await mine.write()
    // The same id elsewhere is another reply.
    await other.write({ reply_id, text: 'From elsewhere.' })
    expect(await mine.reply()).toMatchObject({ id: reply_id, text: 'Of course.' })
    const second = await mine.asked('second')
    await expect(mine.write({ id: second, reply_id })).rejects.toMatchObject({ code: 'reply.other_question' })
  })

  it("is deleted with its visitor's data", async () => {
    const here = await waitingVisitor()
    await here.write()
    await eraseVisitorData(await testContext.as(here.userId, here.id, 'visitor.erase'), 'mia@example.test')
    expect(await here.count('message_replies')).toBe(0)
  })
})
