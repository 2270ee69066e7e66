import { and, eq, inArray } from 'drizzle-orm'
import type { EventMap } from '../../../kernel/events.ts'
import type { Tx } from '../../../platform/db/index.ts'
import { users } from '../../accounts/server/index.ts'
import { answerTests } from '../../answer-tests/server/index.ts'
import type { WrittenFaq } from '../../faqs/contract.ts'
import { faqTransitions } from '../../faqs/server/index.ts'
import { gaps } from '../../gaps/server/index.ts'
import { sources } from '../../knowledge/server/index.ts'
import { messageReplies, messages } from '../../questions/server/index.ts'
import { workspaceMembers, workspaces } from '../../workspaces/server/index.ts'
import type { WebhookEvent } from '../contract.ts'
import type { NewEvent } from './record-events.ts'

/** Workspace whose events are described, and the address of this instance. */
export interface EventScope {
  tx: Tx
  workspaceId: string
  appUrl: URL
}

const link = ({ appUrl }: EventScope, path: string): string => new URL(path, appUrl).href
const iso = (date: Date | null): string | null => date?.toISOString() ?? null

async function messageOf({ tx, workspaceId }: EventScope, id: string) {
  const [row] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, id)))
  return row
}

type Message = NonNullable<Awaited<ReturnType<typeof messageOf>>>

const questionData = (scope: EventScope, row: Message) => ({
  id: row.id,
  conversation_id: row.conversationId,
  question: row.question,
  answer: row.answer,
  outcome: row.outcome,
  sources: row.sources.map(({ kind, id, source_id, title, url }) => ({ kind, id, source_id, title, url })),
  page_url: row.pageUrl,
  vote: row.vote,
  vote_reason: row.voteReason,
  created_at: row.createdAt.toISOString(),
  dashboard_url: link(scope, `/messages?question=${row.id}`),
})

const ofQuestion = (type: WebhookEvent, row: Message, data: object): NewEvent => ({
  type,
  resource: `question:${row.id}`,
  questionId: row.id,
  data,
})

/** Small talk asks for no content and is left out. */
export async function askedEvents(scope: EventScope, id: string): Promise<NewEvent[]> {
  const row = await messageOf(scope, id)
  if (!row || row.isSmallTalk) return []
  const type = row.outcome === 'answered' ? 'question.answered' : 'question.unanswered'
  return [ofQuestion(type, row, questionData(scope, row))]
}

export async function votedEvents(scope: EventScope, id: string): Promise<NewEvent[]> {
  const row = await messageOf(scope, id)
  return row ? [ofQuestion('question.voted', row, questionData(scope, row))] : []
}

const visitorOf = ({ visitorEmail, visitorNote }: Message) => ({ email: visitorEmail, note: visitorNote })

export async function handoffEvents(scope: EventScope, id: string): Promise<NewEvent[]> {
  const row = await messageOf(scope, id)
  if (!row) return []
  const requestedAt = iso(row.handoffRequestedAt)
  const data = { ...questionData(scope, row), visitor: visitorOf(row), handoff_requested_at: requestedAt }
  return [ofQuestion('handoff.requested', row, data)]
}

export async function repliedEvents(
  scope: EventScope,
  { id, reply_id: replyId }: EventMap['question.replied'],
): Promise<NewEvent[]> {
  const row = await messageOf(scope, id)
  const [reply] = await scope.tx
    .select()
    .from(messageReplies)
    .where(and(eq(messageReplies.workspaceId, scope.workspaceId), eq(messageReplies.id, replyId)))
  if (!row || !reply) return []
  const { text, toEmail, authorName, sentAt } = reply
  const data = {
    ...questionData(scope, row),
    reply: { id: replyId, text, to: toEmail, author: authorName, sent_at: iso(sentAt) },
  }
  return [ofQuestion('handoff.replied', row, data)]
}

type Settled = EventMap['gaps.settled']['gaps']

export async function gapEvents(scope: EventScope, settled: Settled): Promise<NewEvent[]> {
  const ids = settled.map(({ id }) => id)
  const rows = await scope.tx
    .select({ gap: gaps, question: messages.question })
    .from(gaps)
    .leftJoin(messages, and(eq(messages.workspaceId, gaps.workspaceId), eq(messages.id, gaps.representativeId)))
    .where(and(eq(gaps.workspaceId, scope.workspaceId), inArray(gaps.id, ids)))
  const byId = new Map(rows.map((row) => [row.gap.id, row]))
  return settled.map(({ id, to }) => {
    const row = byId.get(id)
    const known = row && {
      question: row.question,
      asked: row.gap.asked,
      visitors: row.gap.visitors,
      last_asked_at: row.gap.lastAskedAt.toISOString(),
      faq_id: row.gap.faqId,
      dismiss_reason: row.gap.dismissReason,
      merged_into: row.gap.mergedInto,
      dashboard_url: link(scope, `/messages/gaps/${id}`),
    }
    return {
      type: to === 'open' ? 'gap.opened' : 'gap.closed',
      resource: `gap:${id}`,
      questionId: row?.gap.representativeId ?? null,
      data: { id, state: to, ...known },
    }
  })
}

/** Content is part of the data of published FAQs only. */
export async function faqEvents(scope: EventScope, written: readonly WrittenFaq[]): Promise<NewEvent[]> {
  const transitions = await faqTransitions(scope.tx, scope.workspaceId, written)
  const [workspace] = await scope.tx
    .select({ subdomain: workspaces.subdomain })
    .from(workspaces)
    .where(eq(workspaces.id, scope.workspaceId))
  const events = transitions.flatMap(({ faq, before }): NewEvent[] => {
    const place = { id: faq.id, status: faq.status, dashboard_url: link(scope, `/pages?faq=${faq.id}`) }
    const resource = `faq:${faq.id}`
    if (faq.status !== 'published')
      return before === 'published' ? [{ type: 'faq.unpublished', resource, data: place }] : []
    const data = {
      ...place,
      question: faq.question,
      answer: faq.answer,
      category: faq.category,
      alternative_questions: faq.alternativeQuestions,
      language: faq.language,
      url: link(scope, `/faq/${workspace?.subdomain}/${faq.slug}`),
      version: faq.version,
      created_at: faq.createdAt.toISOString(),
      updated_at: faq.updatedAt.toISOString(),
    }
    return [{ type: before === 'published' ? 'faq.updated' : 'faq.published', resource, data }]
  })
  const deleted = written.filter(({ change }) => change === 'deleted')
  return [
    ...events,
    ...deleted.map(({ id }) => ({ type: 'faq.deleted' as const, resource: `faq:${id}`, data: { id } })),
  ]
}

/** Ids in one statement. */
const BATCH_SIZE = 1_000

export async function sourceEvents(scope: EventScope, ids: readonly string[]): Promise<NewEvent[]> {
  const events: NewEvent[] = []
  for (let index = 0; index < ids.length; index += BATCH_SIZE) {
    const rows = await scope.tx
      .select({
        id: sources.id,
        kind: sources.kind,
        title: sources.title,
        url: sources.url,
        state: sources.state,
        reason: sources.reason,
        website_id: sources.websiteId,
        integration_id: sources.integrationId,
        updatedAt: sources.updatedAt,
      })
      .from(sources)
      .where(and(eq(sources.workspaceId, scope.workspaceId), inArray(sources.id, ids.slice(index, index + BATCH_SIZE))))
    for (const { updatedAt, ...row } of rows)
      events.push({
        type: row.state === 'failed' ? 'source.failed' : 'source.read',
        resource: `source:${row.id}`,
        data: { ...row, updated_at: updatedAt.toISOString(), dashboard_url: link(scope, '/knowledge?tab=content') },
      })
  }
  return events
}

export async function failedTestEvents(scope: EventScope, id: string): Promise<NewEvent[]> {
  const [row] = await scope.tx
    .select({ question: answerTests.question, shortfall: answerTests.shortfall })
    .from(answerTests)
    .where(and(eq(answerTests.workspaceId, scope.workspaceId), eq(answerTests.id, id)))
  if (!row) return []
  const data = { id, ...row, dashboard_url: link(scope, `/messages/answer-tests/${id}`) }
  return [{ type: 'test.failed', resource: `test:${id}`, data }]
}

/** Members as they are now. The transaction runs as the system role, which may read accounts. */
export async function memberEvents(
  { tx, workspaceId }: EventScope,
  type: 'member.joined' | 'member.changed',
  userIds: readonly string[],
): Promise<NewEvent[]> {
  const rows = await tx
    .select({ id: users.id, name: users.name, email: users.email, role: workspaceMembers.role })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), inArray(workspaceMembers.userId, [...userIds])))
  return rows.map((data) => ({ type, resource: `member:${data.id}`, data }))
}

export async function leftEvents(
  { tx }: EventScope,
  { user_id: id, role, by_choice }: EventMap['member.left'],
): Promise<NewEvent[]> {
  const [person] = await tx.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, id))
  return [{ type: 'member.left', resource: `member:${id}`, data: { id, ...person, role, by_choice } }]
}
