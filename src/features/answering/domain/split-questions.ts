const MAX_QUESTIONS = 3
/** Shorter parts are asides: "Really? How?" */
const MIN_WORDS = 3
const MIN_UNSPACED_LENGTH = 5

const isLongEnough = (part: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(part)
    ? [...part].length >= MIN_UNSPACED_LENGTH
    : part.split(/\s+/u).length >= MIN_WORDS

/** The questions of a message that asks two or three, each with its question mark; otherwise the message alone. */
export function splitQuestions(text: string): string[] {
  const parts = text
    .split(/(?<=[?？؟])/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const areQuestions = parts.every((part) => /[?？؟]$/u.test(part) && isLongEnough(part))
  return areQuestions && parts.length >= 2 && parts.length <= MAX_QUESTIONS ? parts : [text]
}
