import type { AskedQuestion } from '../answer/use-ask.ts'
import { randomId } from '../help-client.ts'

const TURNS_MAX = 20

/** A conversation in the launcher's panel. */
export interface KeptConversation {
  id: string
  /** Answered questions, oldest first. */
  turns: AskedQuestion[]
  keep(turns: AskedQuestion[]): void
}

/**
 * The conversation of this visit, kept from page to page in the frame's own session storage: it ends with the tab, and
 * browsers keep it apart for each website. Without storage it lasts as long as the page.
 */
export function keptConversation(subdomain: string): KeptConversation {
  const storageKey = `talk:${subdomain}`
  let conversationId = randomId()
  let turns: AskedQuestion[] = []
  try {
    ;({ id: conversationId, turns } = JSON.parse(sessionStorage[storageKey]))
  } catch {}
  return {
    id: conversationId,
    turns,
    keep(currentTurns) {
      try {
        sessionStorage[storageKey] = JSON.stringify({ id: conversationId, turns: currentTurns.slice(-TURNS_MAX) })
      } catch {}
    },
  }
}
