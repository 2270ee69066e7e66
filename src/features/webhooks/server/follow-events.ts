import { and, eq, isNotNull, notExists } from 'drizzle-orm'
import type { EventName } from '../../../kernel/events.ts'
import type { Tx } from '../../../platform/db/index.ts'
import type { Events } from '../../../platform/events/index.ts'
import { messages } from '../../questions/server/index.ts'
import type { WebhookEvent } from '../contract.ts'
import {
  askedEvents,
  type EventScope,
  failedTestEvents,
  faqEvents,
  gapEvents,
  handoffEvents,
  leftEvents,
  memberEvents,
  repliedEvents,
  sourceEvents,
  votedEvents,
} from './event-data.queries.ts'
import { type NewEvent, recordEvents, type WebhookQueue } from './record-events.ts'
import { webhookDeliveries } from './webhooks.table.ts'

const FAQ_EVENTS = ['faq.published', 'faq.updated', 'faq.unpublished', 'faq.deleted'] as const

/** Deletes deliveries whose payloads contain the text of a question that was deleted. */
async function forgetQuestions(transaction: Tx, workspaceId: string, id: string | null): Promise<void> {
  const message = transaction
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, webhookDeliveries.questionId)))
  await transaction
    .delete(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.workspaceId, workspaceId),
        isNotNull(webhookDeliveries.questionId),
        id === null ? undefined : eq(webhookDeliveries.questionId, id),
        notExists(message),
      ),
    )
}

/** Records the events of the other features, each in the transaction of its change. */
export function followEvents(events: Events, queue: WebhookQueue, appUrl: URL): void {
  function record<Name extends EventName>(
    name: Name,
    types: readonly WebhookEvent[],
    load: (scope: EventScope, event: Parameters<Parameters<typeof events.within<Name>>[1]>[1]) => Promise<NewEvent[]>,
  ): void {
    events.within(
      name,
      async (transaction, event) => {
        const { workspace_id: workspaceId } = event as unknown as { workspace_id: string }
        const scope = { tx: transaction, workspaceId, appUrl }
        await recordEvents(queue, transaction, workspaceId, { types, load: () => load(scope, event) })
      },
      { isIndependent: true },
    )
  }
  record('question.created', ['question.answered', 'question.unanswered'], (scope, { id }) => askedEvents(scope, id))
  record('question.voted', ['question.voted'], (scope, { id }) => votedEvents(scope, id))
  record('question.handoff', ['handoff.requested'], (scope, { id }) => handoffEvents(scope, id))
  record('question.replied', ['handoff.replied'], repliedEvents)
  record('gaps.settled', ['gap.opened', 'gap.closed'], (scope, { gaps }) => gapEvents(scope, gaps))
  record('faq.written', FAQ_EVENTS, (scope, { faqs }) => faqEvents(scope, faqs))
  record('sources.settled', ['source.read', 'source.failed'], (scope, { ids }) => sourceEvents(scope, ids))
  record('answer_tests.failed', ['test.failed'], (scope, { id }) => failedTestEvents(scope, id))
  record('member.joined', ['member.joined'], (scope, { user_id }) => memberEvents(scope, 'member.joined', [user_id]))
  record('member.changed', ['member.changed'], (scope, { user_ids }) => memberEvents(scope, 'member.changed', user_ids))
  record('member.left', ['member.left'], leftEvents)
  events.within('question.deleted', (transaction, { workspace_id: workspaceId, id }) =>
    forgetQuestions(transaction, workspaceId, id),
  )
}
