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

const dashboardLink = ({ appUrl }: EventScope, linkPath: string): string => new URL(linkPath, appUrl).href
const toIsoString = (instant: Date | null): string | null => instant?.toISOString() ?? null

async function findMessage({ tx, workspaceId }: EventScope, messageId: string) {
  const [row] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, messageId)))
  return row
}

type StoredMessage = NonNullable<Awaited<ReturnType<typeof findMessage>>>

const questionData = (eventScope: EventScope, message: StoredMessage) => ({
  id: message.id,
  conversation_id: message.conversationId,
  question: message.question,
  answer: message.answer,
  outcome: message.outcome,
  sources: message.sources.map(({ kind, id, source_id, title, url }) => ({ kind, id, source_id, title, url })),
  page_url: message.pageUrl,
  vote: message.vote,
  vote_reason: message.voteReason,
  created_at: message.createdAt.toISOString(),
  dashboard_url: dashboardLink(eventScope, `/messages?question=${message.id}`),
})

const questionEvent = (eventType: WebhookEvent, message: StoredMessage, eventData: object): NewEvent => ({
  type: eventType,
  resource: `question:${message.id}`,
  questionId: message.id,
  data: eventData,
})

/** Small talk asks for no content and is left out. */
export async function askedEvents(eventScope: EventScope, messageId: string): Promise<NewEvent[]> {
  const message = await findMessage(eventScope, messageId)
  if (!message || message.isSmallTalk) return []
  const eventType = message.outcome === 'answered' ? 'question.answered' : 'question.unanswered'
  return [questionEvent(eventType, message, questionData(eventScope, message))]
}

export async function votedEvents(eventScope: EventScope, messageId: string): Promise<NewEvent[]> {
  const message = await findMessage(eventScope, messageId)
  return message ? [questionEvent('question.voted', message, questionData(eventScope, message))] : []
}

const visitorContact = ({ visitorEmail, visitorNote }: StoredMessage) => ({ email: visitorEmail, note: visitorNote })

export async function handoffEvents(eventScope: EventScope, messageId: string): Promise<NewEvent[]> {
  const message = await findMessage(eventScope, messageId)
  if (!message) return []
  const requestedAt = toIsoString(message.handoffRequestedAt)
  const eventData = {
    ...questionData(eventScope, message),
    visitor: visitorContact(message),
    handoff_requested_at: requestedAt,
  }
  return [questionEvent('handoff.requested', message, eventData)]
}

export async function repliedEvents(
  eventScope: EventScope,
  { id, reply_id: replyId }: EventMap['question.replied'],
): Promise<NewEvent[]> {
  const message = await findMessage(eventScope, id)
  const [reply] = await eventScope.tx
    .select()
    .from(messageReplies)
    .where(and(eq(messageReplies.workspaceId, eventScope.workspaceId), eq(messageReplies.id, replyId)))
  if (!message || !reply) return []
  const { text, toEmail, authorName, sentAt } = reply
  const eventData = {
    ...questionData(eventScope, message),
    reply: { id: replyId, text, to: toEmail, author: authorName, sent_at: toIsoString(sentAt) },
  }
  return [questionEvent('handoff.replied', message, eventData)]
}

type SettledGaps = EventMap['gaps.settled']['gaps']

export async function gapEvents(eventScope: EventScope, settledGaps: SettledGaps): Promise<NewEvent[]> {
  const settledIds = settledGaps.map(({ id }) => id)
  const gapRows = await eventScope.tx
    .select({ gap: gaps, question: messages.question })
    .from(gaps)
    .leftJoin(messages, and(eq(messages.workspaceId, gaps.workspaceId), eq(messages.id, gaps.representativeId)))
    .where(and(eq(gaps.workspaceId, eventScope.workspaceId), inArray(gaps.id, settledIds)))
  const gapRowById = new Map(gapRows.map((gapRow) => [gapRow.gap.id, gapRow]))
  return settledGaps.map(({ id, to }) => {
    const gapRow = gapRowById.get(id)
    const gapFields = gapRow && {
      question: gapRow.question,
      asked: gapRow.gap.asked,
      visitors: gapRow.gap.visitors,
      last_asked_at: gapRow.gap.lastAskedAt.toISOString(),
      faq_id: gapRow.gap.faqId,
      dismiss_reason: gapRow.gap.dismissReason,
      merged_into: gapRow.gap.mergedInto,
      dashboard_url: dashboardLink(eventScope, `/messages/gaps/${id}`),
    }
    return {
      type: to === 'open' ? 'gap.opened' : 'gap.closed',
      resource: `gap:${id}`,
      questionId: gapRow?.gap.representativeId ?? null,
      data: { id, state: to, ...gapFields },
    }
  })
}

/** Content is part of the data of published FAQs only. */
export async function faqEvents(eventScope: EventScope, writtenFaqs: readonly WrittenFaq[]): Promise<NewEvent[]> {
  const faqChanges = await faqTransitions(eventScope.tx, eventScope.workspaceId, writtenFaqs)
  const [workspace] = await eventScope.tx
    .select({ subdomain: workspaces.subdomain })
    .from(workspaces)
    .where(eq(workspaces.id, eventScope.workspaceId))
  const transitionEvents = faqChanges.flatMap(({ faq, before }): NewEvent[] => {
    const faqReference = {
      id: faq.id,
      status: faq.status,
      dashboard_url: dashboardLink(eventScope, `/pages?faq=${faq.id}`),
    }
    const resource = `faq:${faq.id}`
    if (faq.status !== 'published')
      return before === 'published' ? [{ type: 'faq.unpublished', resource, data: faqReference }] : []
    const eventData = {
      ...faqReference,
      question: faq.question,
      answer: faq.answer,
      category: faq.category,
      alternative_questions: faq.alternativeQuestions,
      language: faq.language,
      url: dashboardLink(eventScope, `/faq/${workspace?.subdomain}/${faq.slug}`),
      version: faq.version,
      created_at: faq.createdAt.toISOString(),
      updated_at: faq.updatedAt.toISOString(),
    }
    return [{ type: before === 'published' ? 'faq.updated' : 'faq.published', resource, data: eventData }]
  })
  const deletedFaqs = writtenFaqs.filter(({ change }) => change === 'deleted')
  return [
    ...transitionEvents,
    ...deletedFaqs.map(({ id }) => ({ type: 'faq.deleted' as const, resource: `faq:${id}`, data: { id } })),
  ]
}

/** Ids in one statement. */
const BATCH_SIZE = 1_000

export async function sourceEvents(eventScope: EventScope, sourceIds: readonly string[]): Promise<NewEvent[]> {
  const sourceEventList: NewEvent[] = []
  for (let batchStart = 0; batchStart < sourceIds.length; batchStart += BATCH_SIZE) {
    const sourceRows = await eventScope.tx
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
      .where(
        and(
          eq(sources.workspaceId, eventScope.workspaceId),
          inArray(sources.id, sourceIds.slice(batchStart, batchStart + BATCH_SIZE)),
        ),
      )
    for (const { updatedAt, ...row } of sourceRows)
      sourceEventList.push({
        type: row.state === 'failed' ? 'source.failed' : 'source.read',
        resource: `source:${row.id}`,
        data: {
          ...row,
          updated_at: updatedAt.toISOString(),
          dashboard_url: dashboardLink(eventScope, '/knowledge?tab=content'),
        },
      })
  }
  return sourceEventList
}

export async function failedTestEvents(eventScope: EventScope, answerTestId: string): Promise<NewEvent[]> {
  const [row] = await eventScope.tx
    .select({ question: answerTests.question, shortfall: answerTests.shortfall })
    .from(answerTests)
    .where(and(eq(answerTests.workspaceId, eventScope.workspaceId), eq(answerTests.id, answerTestId)))
  if (!row) return []
  const eventData = {
    id: answerTestId,
    ...row,
    dashboard_url: dashboardLink(eventScope, `/messages/answer-tests/${answerTestId}`),
  }
  return [{ type: 'test.failed', resource: `test:${answerTestId}`, data: eventData }]
}

/** Members as they are now. The transaction runs as the system role, which may read accounts. */
export async function memberEvents(
  { tx, workspaceId }: EventScope,
  eventType: 'member.joined' | 'member.changed',
  userIds: readonly string[],
): Promise<NewEvent[]> {
  const memberRows = await tx
    .select({ id: users.id, name: users.name, email: users.email, role: workspaceMembers.role })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), inArray(workspaceMembers.userId, [...userIds])))
  return memberRows.map((member) => ({ type: eventType, resource: `member:${member.id}`, data: member }))
}

export async function leftEvents(
  { tx }: EventScope,
  { user_id: id, role, by_choice }: EventMap['member.left'],
): Promise<NewEvent[]> {
  const [person] = await tx.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, id))
  return [{ type: 'member.left', resource: `member:${id}`, data: { id, ...person, role, by_choice } }]
}
