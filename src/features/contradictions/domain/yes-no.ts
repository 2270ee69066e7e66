import { conditionsOf } from '../../../kernel/polarity.ts'
import {
  type ClaimingText,
  countMeanings,
  type Difference,
  narrows,
  type Quote,
  quote,
  type Reader,
  type Subject,
  spokenOf,
  without,
} from './claims.ts'
import { asksPermission, modeOf } from './concepts.ts'
import { hasCircumstance, isNarrowedBy, yesOrNo } from './language-cues.ts'

/** More words than this that only a statement has speak of something else. */
const MAX_FURTHER_WORDS = 3

const beginning = (text: string): Quote => ({ text, marks: [[0, /^\s*\p{L}+/u.exec(text)?.[0].length ?? 0]] })

/** A yes and a no to the same question. */
export function byAnswer(left: ClaimingText, right: ClaimingText): Difference | null {
  const [first, second] = [left.sentences[0], right.sentences[0]]
  const [firstReply, secondReply] = [yesOrNo(first ?? ''), yesOrNo(second ?? '')]
  if (!first || !second || !firstReply || !secondReply || firstReply === secondReply) return null
  return { kind: 'answer', a: beginning(first), b: beginning(second) }
}

/** A yes or no to a question, and a sentence of another text that says otherwise. */
export function byStatement(
  faq: Subject,
  secondReply: Subject,
  reader: Reader,
): { answer: Quote; statement: Quote } | null {
  const first = faq.text.kind === 'faq' ? faq.text.sentences[0] : undefined
  const answer = first === undefined ? null : yesOrNo(first)
  if (!first || !answer || hasCircumstance(first) || conditionsOf(first) || countMeanings(faq.asked) < 2) return null
  const isNeed = modeOf(faq.text.question) === 'needed'
  for (const claim of secondReply.claims) {
    const isDenied = claim.negations.length % 2 === 1
    if (isDenied !== (answer === 'yes') || (modeOf(claim.text) === 'needed') !== isNeed) continue
    if (conditionsOf(claim.text) || hasCircumstance(claim.text) || yesOrNo(claim.sentence)) continue
    if (without(faq.asked, [...claim.words, ...secondReply.asked], reader).length > 0) continue
    if (countMeanings(without(faq.asked, claim.words, reader)) >= countMeanings(faq.asked)) continue
    const rest = without(spokenOf(secondReply, claim), [...faq.asked, ...(faq.claims[0]?.words ?? [])], reader)
    if (narrows(rest) || rest.length > (isDenied ? 0 : MAX_FURTHER_WORDS)) continue
    if (rest.some(({ word }) => isNarrowedBy(claim.text, word))) continue
    return { answer: beginning(first), statement: quote(claim, ...claim.negations) }
  }
  return null
}

/** Questions that name the same things, in the words of either. */
export const asksTheSame = (one: Subject, secondReply: Subject, reader: Reader): boolean =>
  one.text.kind === 'faq' &&
  secondReply.text.kind === 'faq' &&
  countMeanings(one.asked) >= 2 &&
  (modeOf(one.text.question) === 'needed') === (modeOf(secondReply.text.question) === 'needed') &&
  [without(one.asked, secondReply.asked, reader), without(secondReply.asked, one.asked, reader)].every((words) =>
    words.every(({ word }) => asksPermission(word)),
  )
