const MAX_QUESTIONS = 3
/** Shorter parts are asides: "Really? How?" */
const MIN_WORDS = 3
const MIN_UNSPACED_LENGTH = 5

const isLongEnough = (questionPart: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(questionPart)
    ? [...questionPart].length >= MIN_UNSPACED_LENGTH
    : questionPart.split(/\s+/u).length >= MIN_WORDS

/** The questions of a message that asks two or three, each with its question mark; otherwise the message alone. */
export function splitQuestions(writtenText: string): string[] {
  const questionParts = writtenText
    .split(/(?<=[?？؟])/u)
    .map((questionPart) => questionPart.trim())
    .filter((questionPart) => questionPart !== '')
  const areQuestions = questionParts.every(
    (questionPart) => /[?？؟]$/u.test(questionPart) && isLongEnough(questionPart),
  )
  return areQuestions && questionParts.length >= 2 && questionParts.length <= MAX_QUESTIONS
    ? questionParts
    : [writtenText]
}
