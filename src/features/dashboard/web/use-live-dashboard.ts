import { useRef } from 'react'
import { api } from '../../../web/api/api.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { useEvents } from '../../../web/api/use-events.ts'

/** Whatever changes a figure of the dashboard. */
const EVENTS = [
  'content.changed',
  'faq.changed',
  'source.changed',
  'question.created',
  'question.deleted',
  'question.handoff',
  'question.voted',
  'widget.seen',
  'first_steps.changed',
]

/**
 * Fetches the figures anew when the server reports a change. However many reports there are, one round is under way at a
 * time, and one more follows it when there were reports meanwhile.
 */
export function useLiveDashboard(): void {
  const rounds = useRef({ running: false, again: false })
  useEvents(EVENTS, async () => {
    rounds.current.again = true
    if (rounds.current.running) return
    rounds.current.running = true
    while (rounds.current.again) {
      rounds.current.again = false
      await queryClient.invalidateQueries({ queryKey: api.dashboard.key() })
    }
    rounds.current.running = false
  })
}
