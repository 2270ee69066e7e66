import { isId, newId } from '../../../../kernel/ids.ts'

const PREFIX = 'reply-draft:'

/** A reply that is being written. Its id goes with it, so that sending it twice sends it once. */
export interface ReplyDraft {
  id: string
  text: string
}

const empty = (): ReplyDraft => ({ id: newId(), text: '' })

/** Draft of an unsent reply; survives a reload, not the browser session. */
export function readReplyDraft(questionId: string): ReplyDraft {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(PREFIX + questionId) ?? 'null')
    if (typeof value !== 'object' || value === null) return empty()
    const [id, text]: unknown[] = [Reflect.get(value, 'id'), Reflect.get(value, 'text')]
    return typeof id === 'string' && isId(id) && typeof text === 'string' ? { id, text } : empty()
  } catch {
    // Storage may be forbidden or hold something else; then there is no draft.
    return empty()
  }
}

export function writeReplyDraft(questionId: string, draft: ReplyDraft): void {
  try {
    if (draft.text) sessionStorage.setItem(PREFIX + questionId, JSON.stringify(draft))
    else sessionStorage.removeItem(PREFIX + questionId)
  } catch {
    // A full or forbidden storage costs the draft, nothing else.
  }
}
