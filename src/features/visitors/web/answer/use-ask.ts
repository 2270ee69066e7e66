import { useEffect, useRef, useState } from 'react'
import type { MarkupBlock } from '../../../../kernel/markup.ts'
import type { AskOutput, AskSuggestion } from '../../../answering/contract.ts'
import type { AnswerSource, Vote } from '../../../questions/contract.ts'
import type { HelpTexts, VisitorSearch } from '../../contract.ts'
import { AskFailure, type HelpClient, type ToHandOff } from '../help-client.ts'

/** A question under way or answered. */
export interface AskedQuestion {
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
  smallTalk?: AskOutput['small_talk']
  messageId: string | null
  /** Votes by the suggestion's id, and by the message's for the whole answer. */
  votes: Record<string, Vote | null | undefined>
  /** Parts of a long section are left out. */
  isShortened?: boolean | undefined
  /** Passed on to a person. */
  isHandedOver?: boolean
}

const startedQuestion = (question: string): AskedQuestion => ({
  question,
  phase: 'thinking',
  blocks: [],
  suggestions: [],
  sources: [],
  related: [],
  outcome: null,
  messageId: null,
  votes: {},
})

const paragraphOf = (sentence: string): MarkupBlock[] => [
  { kind: 'paragraph', children: [{ kind: 'text', text: sentence }] },
]

/** The answer's blocks; the engine's own sentences in the page's language. */
function answerBlocks({ outcome, answer, blocks }: AskOutput, helpTexts: HelpTexts): MarkupBlock[] {
  const ownSentence = outcome === 'unavailable' ? helpTexts.unavailableAi : helpTexts.storedAnswers[answer]
  return ownSentence ? paragraphOf(ownSentence) : (blocks ?? paragraphOf(answer))
}

const answeredQuestion = (question: string, askOutput: AskOutput, helpTexts: HelpTexts): AskedQuestion => ({
  ...startedQuestion(question),
  phase: 'done',
  blocks: answerBlocks(askOutput, helpTexts),
  suggestions: askOutput.suggestions ?? [],
  sources: askOutput.sources,
  related: askOutput.related_questions,
  outcome: askOutput.outcome,
  smallTalk: askOutput.small_talk,
  messageId: askOutput.message_id,
  isShortened: askOutput.is_shortened,
})

const failedQuestion = (question: string, failureText: string): AskedQuestion => ({
  ...startedQuestion(question),
  phase: 'done',
  blocks: paragraphOf(failureText),
  outcome: 'failed',
})

function questionOfSearch(visitorSearch: VisitorSearch | null, helpTexts: HelpTexts): AskedQuestion | null {
  if (visitorSearch?.answer) return answeredQuestion(visitorSearch.query, visitorSearch.answer, helpTexts)
  return visitorSearch?.failure ? failedQuestion(visitorSearch.query, visitorSearch.failure) : null
}

const withoutQuestion = (turns: AskedQuestion[], askedQuestion: AskedQuestion | null): AskedQuestion[] =>
  turns.filter(({ messageId }) => messageId !== askedQuestion?.messageId)

/** The turns with an answered question as the last of them. */
const withTurn = (turns: AskedQuestion[], askedQuestion: AskedQuestion | null): AskedQuestion[] =>
  askedQuestion?.messageId ? [...withoutQuestion(turns, askedQuestion), askedQuestion] : turns

/** Answered questions from before, and what is to be kept of the present ones. */
export interface KeptTurns {
  turns: AskedQuestion[]
  keep(turns: AskedQuestion[]): void
}

/** Asking: one question at a time; a new one, `stop` or leaving the page ends the one under way. */
export function useAsk(
  helpClient: HelpClient,
  initialSearch: VisitorSearch | null,
  helpTexts: HelpTexts,
  keptTurns?: KeptTurns,
) {
  const [asked, setAsked] = useState<AskedQuestion | null>(() => questionOfSearch(initialSearch, helpTexts))
  const [earlier, setEarlier] = useState<AskedQuestion[]>([])
  const runningRequest = useRef<AbortController | null>(null)

  useEffect(() => {
    // Not in the first state: the page was rendered without it.
    const lastTurn = keptTurns?.turns.at(-1)
    if (keptTurns && lastTurn) {
      setAsked(lastTurn)
      setEarlier(keptTurns.turns)
    }
    return () => runningRequest.current?.abort()
  }, [])

  useEffect(() => {
    // Before the first question there is nothing to keep, but what there was to restore.
    if (asked?.messageId || earlier.length) keptTurns?.keep(withTurn(earlier, asked))
  }, [asked, earlier])

  function stop() {
    runningRequest.current?.abort()
    runningRequest.current = null
    moveToEarlier()
    setAsked(null)
  }

  /** An answer gives way to the next question, but stays on the page. */
  function moveToEarlier() {
    setEarlier(withTurn(earlier, asked))
  }

  async function ask(question: string) {
    runningRequest.current?.abort()
    const controller = new AbortController()
    runningRequest.current = controller
    const showProgress = (progress: Partial<AskedQuestion>) => {
      if (runningRequest.current === controller)
        setAsked((current) => ({ ...startedQuestion(question), ...current, ...progress }))
    }
    moveToEarlier()
    setAsked(startedQuestion(question))
    let writtenText = ''
    try {
      const askOutput = await helpClient.ask(question, controller.signal, {
        onSources: (sources) => showProgress({ sources }),
        // Its marks are read when it is whole.
        onText: (textPiece) => {
          writtenText += textPiece
          showProgress({ phase: 'writing', blocks: paragraphOf(writtenText.replaceAll('**', '')) })
        },
      })
      showProgress(answeredQuestion(question, askOutput, helpTexts))
    } catch (askError) {
      showProgress(
        failedQuestion(question, askError instanceof AskFailure ? helpTexts.unavailableAi : helpTexts.unavailable),
      )
    }
  }

  /** Changes the shown question, unless another one has taken its place. */
  const change = (messageId: string | null, changes: (current: AskedQuestion) => Partial<AskedQuestion>) =>
    setAsked((current) => (current?.messageId === messageId ? { ...current, ...changes(current) } : current))

  async function handOff(about: ToHandOff, email: string) {
    await helpClient.handOff(about, email)
    change(about.messageId, () => ({ isHandedOver: true }))
  }

  /** Pressing the same thumb again takes the vote back; a vote that can't be stored is not shown as given. */
  async function toggleVote(chosenVote: Vote, suggestionId?: string) {
    if (!asked?.messageId) return
    const { messageId, votes } = asked
    const votedId = suggestionId ?? messageId
    const previousVote = votes[votedId]
    const showVote = (shownVote: Vote | null | undefined) =>
      change(messageId, ({ votes }) => ({ votes: { ...votes, [votedId]: shownVote } }))
    const nextVote = previousVote === chosenVote ? null : chosenVote
    showVote(nextVote)
    await helpClient.vote(messageId, nextVote, suggestionId).catch(() => showVote(previousVote))
  }

  function forgetTurns() {
    setEarlier([])
    keptTurns?.keep([])
  }

  return { asked, earlier: withoutQuestion(earlier, asked), ask, stop, vote: toggleVote, forget: forgetTurns, handOff }
}
