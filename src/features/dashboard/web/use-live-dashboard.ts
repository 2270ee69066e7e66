import { api } from '../../../web/api/api.ts'
import { useLiveQueries } from '../../../web/api/use-live.ts'

/** Events that change a figure of the dashboard. */
const DASHBOARD_EVENTS = [
  'content.changed',
  'faq.changed',
  'source.changed',
  'question.created',
  'question.deleted',
  'question.handoff',
  'question.voted',
  'widget.seen',
  'first_steps.changed',
] as const

/** Refetches the figures when the server reports a change. */
export function useLiveDashboard(): void {
  useLiveQueries(DASHBOARD_EVENTS, api.dashboard.key())
}
