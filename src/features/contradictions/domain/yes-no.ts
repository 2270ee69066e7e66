import { conditionsOf } from '../../../kernel/polarity.ts'
import {
  type ClaimingText,
  type ClaimReader,
  countMeanings,
  type Difference,
  hasNarrowingWord,
  type Quote,
  quoteClaim,
  type TextSubject,
  wordsSpokenOf,
  wordsWithout,
} from './claims.ts'
import { asksPermission, sentenceMode } from './concepts.ts'
import { hasCircumstance, isNarrowedBy, yesOrNo } from './language-cues.ts'

/** More words than this that only a statement has speak of something else. */
const MAX_FURTHER_WORDS = 3

const quoteReply = (text: string): Quote => ({ text, marks: [[0, /^\s*\p{L}+/u.exec(text)?.[0].length ?? 0]] })

/** A yes and a no to the same question. */
export function oppositeAnswers(leftText: ClaimingText, rightText: ClaimingText): Difference | null {
  const [first, second] = [leftText.sentences[0], rightText.sentences[0]]
  const [firstReply, secondReply] = [yesOrNo(first ?? ''), yesOrNo(second ?? '')]
  if (!first || !second || !firstReply || !secondReply || firstReply === secondReply) return null
  return { kind: 'answer', a: quoteReply(first), b: quoteReply(second) }
}

/** A yes or no to a question, and a sentence of another text that says otherwise. */
export function contradictedAnswer(
  faqSubject: TextSubject,
  otherSubject: TextSubject,
  reader: ClaimReader,
): { answer: Quote; statement: Quote } | null {
  const firstSentence = faqSubject.text.kind === 'faq' ? faqSubject.text.sentences[0] : undefined
  const faqReply = firstSentence === undefined ? null : yesOrNo(firstSentence)
  if (
    !firstSentence ||
    !faqReply ||
    hasCircumstance(firstSentence) ||
    conditionsOf(firstSentence) ||
    countMeanings(faqSubject.asked) < 2
  )
    return null
  const asksForNeed = sentenceMode(faqSubject.text.question) === 'needed'
  for (const claim of otherSubject.claims) {
    const isDenied = claim.negations.length % 2 === 1
    if (isDenied !== (faqReply === 'yes') || (sentenceMode(claim.text) === 'needed') !== asksForNeed) continue
    if (conditionsOf(claim.text) || hasCircumstance(claim.text) || yesOrNo(claim.sentence)) continue
    if (wordsWithout(faqSubject.asked, [...claim.words, ...otherSubject.asked], reader).length > 0) continue
    if (countMeanings(wordsWithout(faqSubject.asked, claim.words, reader)) >= countMeanings(faqSubject.asked)) continue
    const unmatchedWords = wordsWithout(
      wordsSpokenOf(otherSubject, claim),
      [...faqSubject.asked, ...(faqSubject.claims[0]?.words ?? [])],
      reader,
    )
    if (hasNarrowingWord(unmatchedWords) || unmatchedWords.length > (isDenied ? 0 : MAX_FURTHER_WORDS)) continue
    if (unmatchedWords.some(({ word }) => isNarrowedBy(claim.text, word))) continue
    return { answer: quoteReply(firstSentence), statement: quoteClaim(claim, ...claim.negations) }
  }
  return null
}

/** Questions that name the same things, in the words of either. */
export const asksTheSameThing = (faqSubject: TextSubject, otherSubject: TextSubject, reader: ClaimReader): boolean =>
  faqSubject.text.kind === 'faq' &&
  otherSubject.text.kind === 'faq' &&
  countMeanings(faqSubject.asked) >= 2 &&
  (sentenceMode(faqSubject.text.question) === 'needed') === (sentenceMode(otherSubject.text.question) === 'needed') &&
  [
    wordsWithout(faqSubject.asked, otherSubject.asked, reader),
    wordsWithout(otherSubject.asked, faqSubject.asked, reader),
  ].every((unmatchedWords) => unmatchedWords.every(({ word }) => asksPermission(word)))
