import { api } from '../../../web/api/api.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { useLive } from '../../../web/api/use-live.ts'

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
  useLive(DASHBOARD_EVENTS, () => queryClient.invalidateQueries({ queryKey: api.dashboard.key() }))
}
