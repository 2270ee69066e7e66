import type { Asked } from '../answer/use-ask.ts'
import { randomId } from '../help-client.ts'

const TURNS_MAX = 20

/** A conversation in the launcher's panel. */
export interface KeptConversation {
  id: string
  /** Answered questions, oldest first. */
  turns: Asked[]
  keep(turns: Asked[]): void
}

/**
 * The conversation of this visit, kept from page to page in the frame's own session storage: it ends with the tab, and
 * browsers keep it apart for each website. Without storage it lasts as long as the page.
 */
export function keptConversation(subdomain: string): KeptConversation {
  const key = `talk:${subdomain}`
  let id = randomId()
  let turns: Asked[] = []
  try {
    ;({ id, turns } = JSON.parse(sessionStorage[key]))
  } catch {}
  return {
    id,
    turns,
    keep(turns) {
      try {
        sessionStorage[key] = JSON.stringify({ id, turns: turns.slice(-TURNS_MAX) })
      } catch {}
    },
  }
}
