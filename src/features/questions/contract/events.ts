import type { Outcome } from './schemas.ts'

declare module '../../../kernel/events.ts' {
  interface EventMap {
    /** `continues_conversation`: it may follow other questions of the same visit. */
    'question.created': { id: string; outcome: Outcome; continues_conversation: boolean }
    /** Null: many changed. */
    'question.changed': { id: string | null }
    'question.deleted': { id: string | null }
    'question.voted': { id: string }
    'question.handoff': { id: string }
    /** The mail server took the reply. */
    'question.replied': { id: string; reply_id: string }
    'question.reply': { id: string; reply_id: string; attempt: number }
    'questions.viewed': object
    'saved_replies.changed': object
  }
}
