import { isId, newId } from '../../../../kernel/ids.ts'

const STORAGE_PREFIX = 'reply-draft:'

/** A reply that is being written. Its id goes with it, so that sending it twice sends it once. */
export interface ReplyDraft {
  id: string
  text: string
}

const emptyDraft = (): ReplyDraft => ({ id: newId(), text: '' })

/** Draft of an unsent reply; survives a reload, not the browser session. */
export function readReplyDraft(questionId: string): ReplyDraft {
  try {
    const storedDraft: unknown = JSON.parse(sessionStorage.getItem(STORAGE_PREFIX + questionId) ?? 'null')
    if (typeof storedDraft !== 'object' || storedDraft === null) return emptyDraft()
    const [id, text]: unknown[] = [Reflect.get(storedDraft, 'id'), Reflect.get(storedDraft, 'text')]
    return typeof id === 'string' && isId(id) && typeof text === 'string' ? { id, text } : emptyDraft()
  } catch {
    // Storage may be forbidden or hold something else; then there is no draft.
    return emptyDraft()
  }
}

export function writeReplyDraft(questionId: string, replyDraft: ReplyDraft): void {
  try {
    if (replyDraft.text) sessionStorage.setItem(STORAGE_PREFIX + questionId, JSON.stringify(replyDraft))
    else sessionStorage.removeItem(STORAGE_PREFIX + questionId)
  } catch {
    // A full or forbidden storage costs the draft, nothing else.
  }
}
