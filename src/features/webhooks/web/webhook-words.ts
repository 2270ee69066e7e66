import { formatNumber } from '../../../kernel/format.ts'
import type { Delivery, DeliveryState, Webhook, WebhookEvent } from '../contract.ts'

export const WEBHOOKS_PATH = '/dashboard/integrations?tab=webhooks'
export const webhookAddress = (endpointId: string): string => `/dashboard/integrations/webhooks/${endpointId}`

/** Events by subject, as the dialog lists them. */
export const EVENT_GROUPS: readonly { label: string; events: readonly { value: WebhookEvent; label: string }[] }[] = [
  {
    label: 'Questions',
    events: [
      { value: 'question.answered', label: 'A question was answered' },
      { value: 'question.unanswered', label: 'A question got no answer' },
      { value: 'question.voted', label: 'A visitor voted on an answer' },
    ],
  },
  {
    label: 'Handoffs',
    events: [
      { value: 'handoff.requested', label: 'A visitor asked for a person' },
      { value: 'handoff.replied', label: 'A reply was sent to a visitor' },
    ],
  },
  {
    label: 'Gaps',
    events: [
      { value: 'gap.opened', label: 'A gap opened' },
      { value: 'gap.closed', label: 'A gap closed' },
    ],
  },
  {
    label: 'FAQs',
    events: [
      { value: 'faq.published', label: 'A FAQ was published' },
      { value: 'faq.updated', label: 'A published FAQ changed' },
      { value: 'faq.unpublished', label: 'A FAQ was unpublished' },
      { value: 'faq.deleted', label: 'A FAQ was deleted' },
    ],
  },
  {
    label: 'Sources and answer tests',
    events: [
      { value: 'source.read', label: 'A source was read' },
      { value: 'source.failed', label: 'A source could not be read' },
      { value: 'test.failed', label: 'An answer test failed' },
    ],
  },
  {
    label: 'Team',
    events: [
      { value: 'member.joined', label: 'A member joined' },
      { value: 'member.left', label: 'A member left or was removed' },
      { value: 'member.changed', label: 'The role of a member changed' },
    ],
  },
]

export const STATE_LABELS: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

/** Result of the last attempt, in words. */
export function lastAttemptText({ last_attempt: last }: Pick<Delivery, 'last_attempt'>): string {
  if (!last) return 'Not sent yet'
  return last.error ?? `Status ${last.status}`
}

const PAUSE_REASONS = {
  person: 'Paused by a member.',
  failures: 'Paused because it accepted no events for three days.',
  gone: 'Paused because it answered that it is gone (status 410).',
} as const

/** Reason why nothing is sent, or why something fails; null for an endpoint that works. */
export function endpointProblem({ paused_by: cause, failing_since, waiting }: Webhook): string | null {
  const waitingSentence =
    waiting > 0 ? ` ${waiting === 1 ? 'One event waits.' : `${formatNumber(waiting)} events wait.`}` : ''
  if (cause) return `${PAUSE_REASONS[cause]}${waitingSentence}`
  return failing_since ? `The last attempt failed.${waitingSentence}` : null
}
