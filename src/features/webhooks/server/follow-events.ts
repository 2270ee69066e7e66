import { and, eq, isNotNull, notExists } from 'drizzle-orm'
import type { EventName } from '../../../kernel/events.ts'
import type { Tx } from '../../../platform/db/index.ts'
import type { EventBus } from '../../../platform/events/index.ts'
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
async function deleteOrphanedDeliveries(transaction: Tx, workspaceId: string, messageId: string | null): Promise<void> {
  const existingMessage = transaction
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, webhookDeliveries.questionId)))
  await transaction
    .delete(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.workspaceId, workspaceId),
        isNotNull(webhookDeliveries.questionId),
        messageId === null ? undefined : eq(webhookDeliveries.questionId, messageId),
        notExists(existingMessage),
      ),
    )
}

/** Records the events of the other features, each in the transaction of its change. */
export function followEvents(internalEvents: EventBus, webhookQueue: WebhookQueue, appUrl: URL): void {
  function recordWhen<Name extends EventName>(
    eventName: Name,
    webhookTypes: readonly WebhookEvent[],
    loadEvents: (
      scope: EventScope,
      event: Parameters<Parameters<typeof internalEvents.within<Name>>[1]>[1],
    ) => Promise<NewEvent[]>,
  ): void {
    internalEvents.within(
      eventName,
      async (transaction, internalEvent) => {
        const { workspace_id: workspaceId } = internalEvent as unknown as { workspace_id: string }
        const eventScope = { tx: transaction, workspaceId, appUrl }
        await recordEvents(webhookQueue, transaction, workspaceId, {
          types: webhookTypes,
          load: () => loadEvents(eventScope, internalEvent),
        })
      },
      { isIndependent: true },
    )
  }
  recordWhen('question.created', ['question.answered', 'question.unanswered'], (eventScope, { id }) =>
    askedEvents(eventScope, id),
  )
  recordWhen('question.voted', ['question.voted'], (eventScope, { id }) => votedEvents(eventScope, id))
  recordWhen('question.handoff', ['handoff.requested'], (eventScope, { id }) => handoffEvents(eventScope, id))
  recordWhen('question.replied', ['handoff.replied'], repliedEvents)
  recordWhen('gaps.settled', ['gap.opened', 'gap.closed'], (eventScope, { gaps }) => gapEvents(eventScope, gaps))
  recordWhen('faq.written', FAQ_EVENTS, (eventScope, { faqs }) => faqEvents(eventScope, faqs))
  recordWhen('sources.settled', ['source.read', 'source.failed'], (eventScope, { ids }) =>
    sourceEvents(eventScope, ids),
  )
  recordWhen('answer_tests.failed', ['test.failed'], (eventScope, { id }) => failedTestEvents(eventScope, id))
  recordWhen('member.joined', ['member.joined'], (eventScope, { user_id }) =>
    memberEvents(eventScope, 'member.joined', [user_id]),
  )
  recordWhen('member.changed', ['member.changed'], (eventScope, { user_ids }) =>
    memberEvents(eventScope, 'member.changed', user_ids),
  )
  recordWhen('member.left', ['member.left'], leftEvents)
  internalEvents.within('question.deleted', (transaction, { workspace_id: workspaceId, id }) =>
    deleteOrphanedDeliveries(transaction, workspaceId, id),
  )
}
