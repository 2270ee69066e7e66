import type { Answer, AnswerloomError, AnswerSource, AnswerSuggestion, MarkupBlock, Vote } from '@answerloom/client'

/** `unanswered`: the content has no certain answer; `outcome` says more. `error`: no answer came. */
export type AskStatus = 'idle' | 'loading' | 'streaming' | 'answered' | 'unanswered' | 'error'

/** One question and its answer, as far as it has arrived. */
export interface Exchange {
  question: string
  status: Exclude<AskStatus, 'idle'>
  /** The answer so far, without its marks. */
  text: string
  /** The whole answer as data; empty until it has arrived. */
  blocks: MarkupBlock[]
  sources: AnswerSource[]
  /** With the outcome `suggested`: sections that may answer, best first. */
  suggestions: AnswerSuggestion[]
  relatedQuestions: string[]
  outcome: Answer['outcome'] | null
  smallTalk: Answer['small_talk'] | null
  /** Parts of a long section are left out; its source has them. */
  isShortened: boolean
  messageId: string | null
  /** Votes by the suggestion's id, and by the message's for the whole answer. */
  votes: Record<string, Vote | null>
  handoff: 'none' | 'sending' | 'sent' | 'invalid' | 'failed'
  error: AnswerloomError | null
}

export const startExchange = (question: string): Exchange => ({
  question,
  status: 'loading',
  text: '',
  blocks: [],
  sources: [],
  suggestions: [],
  relatedQuestions: [],
  outcome: null,
  smallTalk: null,
  isShortened: false,
  messageId: null,
  votes: {},
  handoff: 'none',
  error: null,
})

export const finishExchange = (exchange: Exchange, answer: Answer): Exchange => ({
  ...exchange,
  status: answer.outcome === 'answered' ? 'answered' : 'unanswered',
  text: answer.answer.replaceAll('**', ''),
  blocks: answer.blocks,
  sources: answer.sources,
  suggestions: answer.suggestions ?? [],
  relatedQuestions: answer.related_questions,
  outcome: answer.outcome,
  smallTalk: answer.small_talk ?? null,
  isShortened: !!answer.is_shortened,
  messageId: answer.message_id,
})

/** True where a person may help further. Small talk is answered without content, so only two kinds of it qualify. */
export const offersPerson = ({ status, smallTalk, messageId, votes }: Exchange): boolean =>
  status === 'error' ||
  smallTalk === 'person' ||
  smallTalk === 'insult' ||
  (!smallTalk && status === 'unanswered') ||
  (messageId !== null && votes[messageId] === 'down')
