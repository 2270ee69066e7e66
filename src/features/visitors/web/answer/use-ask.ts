import { useEffect, useRef, useState } from 'react'
import type { MarkupBlock } from '../../../../kernel/markup.ts'
import type { AskOutput, AskSuggestion } from '../../../answering/contract.ts'
import type { AnswerSource, Vote } from '../../../questions/contract.ts'
import type { HelpTexts, VisitorSearch } from '../../contract.ts'
import { AskFailure, type HelpClient } from '../help-client.ts'

/** A question under way or answered. */
export interface Asked {
  question: string
  /** `thinking` until the first words arrive. */
  phase: 'thinking' | 'writing' | 'done'
  blocks: MarkupBlock[]
  /** Sections shown where no answer is certain. */
  suggestions: AskSuggestion[]
  sources: AnswerSource[]
  related: string[]
  /** `failed` when no answer came at all. */
  outcome: AskOutput['outcome'] | 'failed' | null
  /** The kind of a message that asked for no content. */
  smallTalk: AskOutput['small_talk']
  messageId: string | null
  /** Votes by the suggestion's id, and by the message's for the whole answer. */
  votes: Record<string, Vote | null>
  /** Parts of a long section are left out. */
  isShortened: boolean
}

const started = (question: string): Asked => ({
  question,
  phase: 'thinking',
  blocks: [],
  suggestions: [],
  sources: [],
  related: [],
  outcome: null,
  smallTalk: undefined,
  messageId: null,
  votes: {},
  isShortened: false,
})

const sentence = (text: string): MarkupBlock[] => [{ kind: 'paragraph', children: [{ kind: 'text', text }] }]

/** The answer's blocks; the engine's own sentences in the page's language. */
function blocksOf({ outcome, answer, blocks }: AskOutput, texts: HelpTexts): MarkupBlock[] {
  const own = outcome === 'unavailable' ? texts.unavailableAi : texts.storedAnswers[answer]
  return own ? sentence(own) : (blocks ?? sentence(answer))
}

const answered = (question: string, answer: AskOutput, texts: HelpTexts): Asked => ({
  ...started(question),
  phase: 'done',
  blocks: blocksOf(answer, texts),
  suggestions: answer.suggestions ?? [],
  sources: answer.sources,
  related: answer.related_questions,
  outcome: answer.outcome,
  smallTalk: answer.small_talk,
  messageId: answer.message_id,
  isShortened: !!answer.is_shortened,
})

const failed = (question: string, reason: string): Asked => ({
  ...started(question),
  phase: 'done',
  blocks: sentence(reason),
  outcome: 'failed',
})

function askedBefore(search: VisitorSearch | null, texts: HelpTexts): Asked | null {
  if (search?.answer) return answered(search.query, search.answer, texts)
  return search?.failure ? failed(search.query, search.failure) : null
}

const without = (turns: Asked[], asked: Asked | null): Asked[] =>
  turns.filter(({ messageId }) => messageId !== asked?.messageId)

/** The turns with an answered question as the last of them. */
const withTurn = (turns: Asked[], asked: Asked | null): Asked[] =>
  asked?.messageId ? [...without(turns, asked), asked] : turns

/** Answered questions from before, and what is to be kept of the present ones. */
export interface KeptTurns {
  turns: Asked[]
  keep(turns: Asked[]): void
}

/** Asking: one question at a time; a new one, `stop` or leaving the page ends the one under way. */
export function useAsk(client: HelpClient, before: VisitorSearch | null, texts: HelpTexts, talk?: KeptTurns) {
  const [asked, setAsked] = useState<Asked | null>(() => askedBefore(before, texts))
  const [earlier, setEarlier] = useState<Asked[]>([])
  const running = useRef<AbortController | null>(null)

  useEffect(() => {
    // Not in the first state: the page was rendered without it.
    const last = talk?.turns.at(-1)
    if (talk && last) {
      setAsked(last)
      setEarlier(talk.turns)
    }
    return () => running.current?.abort()
  }, [])

  useEffect(() => {
    // Before the first question there is nothing to keep, but what there was to restore.
    if (asked?.messageId || earlier.length) talk?.keep(withTurn(earlier, asked))
  }, [asked, earlier])

  function stop() {
    running.current?.abort()
    running.current = null
    keep()
    setAsked(null)
  }

  /** An answer gives way to the next question, but stays on the page. */
  function keep() {
    setEarlier(withTurn(earlier, asked))
  }

  async function ask(question: string) {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const show = (asked: Asked | ((before: Asked) => Asked)) => {
      if (running.current !== controller) return
      setAsked(typeof asked === 'function' ? (before) => asked(before ?? started(question)) : asked)
    }
    keep()
    setAsked(started(question))
    let written = ''
    try {
      const answer = await client.ask(question, controller.signal, {
        onSources: (sources) => show((before) => ({ ...before, sources })),
        // Its marks are read when it is whole.
        onText: (piece) => {
          written += piece
          show((before) => ({ ...before, phase: 'writing', blocks: sentence(written.replaceAll('**', '')) }))
        },
      })
      show(answered(question, answer, texts))
    } catch (error) {
      show(failed(question, error instanceof AskFailure ? texts.unavailableAi : texts.unavailable))
    }
  }

  /** Pressing the same thumb again takes the vote back; a vote that can't be stored is not shown as given. */
  async function vote(choice: Vote, suggestionId?: string) {
    if (!asked?.messageId) return
    const { messageId, votes } = asked
    const subject = suggestionId ?? messageId
    const previous = votes[subject] ?? null
    const set = (vote: Vote | null) =>
      setAsked((current) =>
        current?.messageId === messageId ? { ...current, votes: { ...current.votes, [subject]: vote } } : current,
      )
    const next = previous === choice ? null : choice
    set(next)
    await client.vote(messageId, next, suggestionId).catch(() => set(previous))
  }

  function forget() {
    setEarlier([])
    talk?.keep([])
  }

  return { asked, earlier: without(earlier, asked), ask, stop, vote, forget }
}
