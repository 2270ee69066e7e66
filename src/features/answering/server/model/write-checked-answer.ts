import { withoutCitations } from '../../domain/model/citations.ts'
import { CitedParagraphs, type CitedSentence } from '../../domain/model/cited-paragraphs.ts'
import { confirmedStatements, REVIEW_SYSTEM, reviewPrompt, type Statement } from '../../domain/model/claim-review.ts'
import { withoutInstructions } from '../../domain/model/instructions.ts'
import {
  NOT_IN_PASSAGES,
  type PromptPassage,
  type PromptStyle,
  type PromptTurn,
  systemPrompt,
  userPrompt,
} from '../../domain/model/prompt.ts'
import { SentenceStream } from '../../domain/model/sentence-stream.ts'
import { VisibleOutput } from '../../domain/model/visible-output.ts'
import { checkClaim, type Verdict } from './check-claim.ts'
import { type Generate, shortReply } from './short-reply.ts'

/** Number of passages for the model. */
export const MODEL_PASSAGES = 6
/** Characters of an answer, and of everything that a model writes with its thoughts; the rest is not read. */
const MAX_ANSWER_CHARACTERS = 4_000
const MAX_OUTPUT_CHARACTERS = 40_000
const MAX_REVIEWED = 12
const REVIEW_TOKENS = 100

export interface ModelRequest {
  workspaceName: string
  style: PromptStyle
  question: string
  turns: readonly PromptTurn[]
  passages: readonly PromptPassage[]
  /** The model is asked once more about sentences that the check is unsure about. */
  reviewsClaims: boolean
  signal: AbortSignal
  onDelta(text: string): Promise<void>
}

/** `refused`: the model found no answer in the passages. `unusable`: too little of its text rests on them. */
export interface ModelAnswer {
  outcome: 'answered' | 'refused' | 'unusable'
  text: string
  /** Indexes of the passages that it cites. */
  used: number[]
  /** Sentences that no passage supports; they are not in the text. */
  leftOut: number
}

const withoutAnswer = (outcome: ModelAnswer['outcome'], leftOut = 0): ModelAnswer => ({
  outcome,
  leftOut,
  text: '',
  used: [],
})

/**
 * Streams each sentence once it is known to rest on the passages that it cites, so that nothing is shown that would have
 * to be taken back. From the first sentence that the check is unsure about, the rest waits for one review of all of them.
 */
export async function writeCheckedAnswer(generate: Generate, request: ModelRequest): Promise<ModelAnswer> {
  const passages = request.passages
    .map(({ title, text }, passageIndex) => ({ index: passageIndex, title, text: withoutInstructions(text) }))
    .filter((passage) => passage.text !== '')
  const checkedAnswer = new CheckedAnswer(request, passages)
  const systemText = systemPrompt(request.workspaceName, request.style)
  const promptText = userPrompt(request.question, passages, request.turns)
  const visibleOutput = new VisibleOutput()
  const sentenceStream = new SentenceStream()
  let rawOutput = ''
  let visibleLength = 0
  for await (const outputDelta of generate({ system: systemText, prompt: promptText, signal: request.signal })) {
    rawOutput += outputDelta
    const text = visibleOutput.push(outputDelta)
    if (visibleOutput.startsOver) {
      sentenceStream.end()
      checkedAnswer.startOver()
      visibleLength = 0
    }
    visibleLength += text.length
    for (const sentence of sentenceStream.push(text)) await checkedAnswer.add(sentence)
    if (visibleLength > MAX_ANSWER_CHARACTERS || rawOutput.length > MAX_OUTPUT_CHARACTERS) break
  }
  await checkedAnswer.add(sentenceStream.push(visibleOutput.end()).join('') + sentenceStream.end())
  await checkedAnswer.finish(generate)
  if (checkedAnswer.text === '' && rawOutput.includes(NOT_IN_PASSAGES)) return withoutAnswer('refused')
  if (checkedAnswer.text === '' || checkedAnswer.leftOut > checkedAnswer.kept)
    return withoutAnswer('unusable', checkedAnswer.leftOut)
  const citedPassages = [...checkedAnswer.cited].flatMap((number) => passages[number - 1]?.index ?? [])
  return {
    outcome: 'answered',
    text: checkedAnswer.text.trimEnd(),
    used: citedPassages,
    leftOut: checkedAnswer.leftOut,
  }
}

/** Without a review, a sentence in another language is trusted where no figure or link contradicts it. */
const isAccepted = (verdict: Verdict): boolean => verdict === 'supported' || verdict === 'foreign'

interface CheckedSentence extends CitedSentence {
  verdict: Verdict
}

/** The sentences of a model's answer that were found to rest on passages. */
class CheckedAnswer {
  text = ''
  kept = 0
  leftOut = 0
  readonly cited = new Set<number>()
  readonly #request: ModelRequest
  readonly #passages: readonly PromptPassage[]
  #paragraphs: CitedParagraphs
  /** Sentences from the first one that is to be reviewed. */
  #waiting: CheckedSentence[] = []

  constructor(request: ModelRequest, passages: readonly PromptPassage[]) {
    this.#request = request
    this.#passages = passages
    this.#paragraphs = new CitedParagraphs(passages.length)
  }

  /** Drops everything; a client that was sent a part of it gets the whole answer at the end. */
  startOver(): void {
    this.#paragraphs = new CitedParagraphs(this.#passages.length)
    this.#waiting = []
    this.text = ''
    this.kept = 0
    this.leftOut = 0
    this.cited.clear()
  }

  async add(sentence: string): Promise<void> {
    for (const releasedSentence of this.#paragraphs.push(sentence)) await this.#check(releasedSentence)
  }

  /** Ends the last paragraph, and has the sentences reviewed that wait for it. */
  async finish(generate: Generate): Promise<void> {
    for (const releasedSentence of this.#paragraphs.end()) await this.#check(releasedSentence)
    const reviewedSentences = this.#waiting.filter(({ verdict }) => this.#isReviewed(verdict))
    const confirmedSentences = await this.#confirmed(generate, reviewedSentences.slice(0, MAX_REVIEWED))
    for (const waitingSentence of this.#waiting) {
      const isKept = this.#isReviewed(waitingSentence.verdict)
        ? confirmedSentences.has(waitingSentence)
        : isAccepted(waitingSentence.verdict)
      await this.#settle(waitingSentence, isKept)
    }
  }

  async #check(sentence: CitedSentence): Promise<void> {
    const verdict = this.#verdictOn(sentence)
    if (this.#waiting.length > 0 || this.#isReviewed(verdict)) this.#waiting.push({ ...sentence, verdict })
    else await this.#settle(sentence, isAccepted(verdict))
  }

  #isReviewed(verdict: Verdict): boolean {
    return this.#request.reviewsClaims && (verdict === 'unsure' || verdict === 'foreign')
  }

  #verdictOn({ text, cited }: CitedSentence): Verdict {
    if (cited.length === 0) return 'unsupported'
    const passageTexts = cited
      .flatMap((number) => this.#passages[number - 1] ?? [])
      .map((passage) => `${passage.title}\n${passage.text}`)
    return checkClaim(withoutCitations(text), passageTexts, this.#request.workspaceName)
  }

  /** @returns the sentences that a second call of the model confirms; none when it fails */
  async #confirmed(generate: Generate, reviewedSentences: readonly CheckedSentence[]): Promise<Set<CheckedSentence>> {
    if (reviewedSentences.length === 0) return new Set()
    const statements = reviewedSentences.map(({ text, cited }): Statement => ({ text: withoutCitations(text), cited }))
    const reviewReply = await shortReply(generate, {
      system: REVIEW_SYSTEM,
      prompt: reviewPrompt(statements, this.#passages),
      signal: this.#request.signal,
      maxOutputTokens: REVIEW_TOKENS,
    })
    const confirmations = confirmedStatements(reviewReply ?? '', reviewedSentences.length)
    return new Set(reviewedSentences.filter((_, sentenceIndex) => confirmations[sentenceIndex]))
  }

  async #settle({ text, cited }: CitedSentence, isKept: boolean): Promise<void> {
    if (!isKept) {
      if (/\p{L}/u.test(text) && !text.includes(NOT_IN_PASSAGES)) this.leftOut += 1
      return
    }
    for (const citedNumber of cited) this.cited.add(citedNumber)
    const textWithoutCitations = withoutCitations(text)
    const answerDelta = this.text === '' ? textWithoutCitations.trimStart() : textWithoutCitations
    this.text += answerDelta
    this.kept += 1
    await this.#request.onDelta(answerDelta)
  }
}
