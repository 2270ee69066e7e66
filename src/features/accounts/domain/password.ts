import { PASSWORD_MAX, PASSWORD_MIN } from '../contract.ts'
import common from './common-passwords.json' with { type: 'json' }

export const PASSWORD_TOO_SHORT = `Password must be at least ${PASSWORD_MIN} characters long`
export const PASSWORD_TOO_LONG = `Please keep your password to at most ${PASSWORD_MAX} characters.`
export const PASSWORD_IS_EMAIL = 'Your password must not be your email address.'
export const PASSWORD_TOO_COMMON = 'This password is too common. Please choose one that is harder to guess.'

const COMMON_STEMS: ReadonlySet<string> = new Set(
  [...common.stems, ...common.leaked, ...common.context].flatMap((line) => line.split(' ')),
)

/** Endings that people add to satisfy rules for digits and signs. */
const USUAL_ENDING =
  /(?:0[0-9]|1[0-2]?|123(?:4(?:5(?:67?)?)?)?|321|2|3|7|007|11|13|2[1-3]|42|66|69|666|77|777|88|99|19[5-9]\d|20[0-3]\d)?[!.?*#$]{0,2}$/
const BEGINNING = /^(?:1|12|123)(?=\D)/

const LETTER_BY_LOOKALIKE: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
}
const replaceLookalikes = (lowerCaseWord: string) =>
  lowerCaseWord.replace(/[@4310!5$7]/g, (lookalike) => LETTER_BY_LOOKALIKE[lookalike] ?? lookalike)

const KEYBOARD_RUNS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
]
const RUNS_BOTH_WAYS = KEYBOARD_RUNS.flatMap((run) => [run, [...run].reverse().join('')])

/** One, two or three characters over and over (`aaaaaa`, `121212`, `abcabc`), or a stretch of a row of keys. */
const isPattern = (lowerCaseWord: string) =>
  /^(.{1,3})\1+$/u.test(lowerCaseWord) || RUNS_BOTH_WAYS.some((run) => run.includes(lowerCaseWord))

/**
 * Returns true for passwords that attackers try first: a common one of the list or a word of this product, in any case,
 * also doubled (`dragondragon`), with a usual ending (`Dragon123!`, `dragon1987`), a counted start (`123dragon`) or
 * letters replaced by signs (`p@ssw0rd`); or a mere keyboard pattern.
 */
export function isCommonPassword(password: string): boolean {
  const lowerCaseWord = password.toLowerCase()
  const withoutAffixes = lowerCaseWord.replace(USUAL_ENDING, '').replace(BEGINNING, '')
  const firstHalf = lowerCaseWord.slice(0, lowerCaseWord.length / 2)
  const comparedForms = [
    lowerCaseWord,
    withoutAffixes,
    replaceLookalikes(lowerCaseWord),
    replaceLookalikes(withoutAffixes),
  ]
  if (firstHalf.length >= 3 && firstHalf + firstHalf === lowerCaseWord) comparedForms.push(firstHalf)
  return comparedForms.some((comparedForm) => COMMON_STEMS.has(comparedForm)) || isPattern(lowerCaseWord)
}

/** Returns why this password is refused for the account with this email address, as a message, or null. */
export function checkPassword(password: string, email: string): string | null {
  const characterCount = [...password].length
  if (characterCount < PASSWORD_MIN) return PASSWORD_TOO_SHORT
  if (characterCount > PASSWORD_MAX) return PASSWORD_TOO_LONG
  if (password.trim().toLowerCase() === email.trim().toLowerCase()) return PASSWORD_IS_EMAIL
  return isCommonPassword(password) ? PASSWORD_TOO_COMMON : null
}
