/** Events that a webhook endpoint can receive, in the order in which the screen lists them. */
export const WEBHOOK_EVENTS = [
  'question.answered',
  'question.unanswered',
  'question.voted',
  'handoff.requested',
  'handoff.replied',
  'gap.opened',
  'gap.closed',
  'faq.published',
  'faq.updated',
  'faq.unpublished',
  'faq.deleted',
  'source.read',
  'source.failed',
  'test.failed',
  'member.joined',
  'member.left',
  'member.changed',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Sent only on request, so that a receiver can be tried. */
export const TEST_EVENT = 'webhook.test'
