/** Masks personal data and swear words of visitors, which do not belong on a help page. */
// The start is anchored, so that a long word is not tried from each of its letters.
const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
/**
 * Thirteen to nineteen digits, with or without separators; the check digit distinguishes card numbers from order
 * numbers.
 */
const CARD = /(?<![\p{N}\p{L}])\d(?:[ -]?\d){12,18}(?![\p{N}\p{L}])/gu
const IBAN = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?(?![\p{L}\p{N}])/gu
/** With a country code, or eight digits or more in groups: dates, prices and order numbers are shorter or whole. */
const PHONE =
  /(?<![\p{L}\p{N}#])(?:\+|00)\d(?:[ ()/.-]*\d){6,13}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}#.,])\(?0?\d{2,5}\)?[ /.-]\d{2,5}(?:[ .-]\d{2,5})+(?![\p{L}\p{N}])/gu
const DATE = /^\d{4}[./-]\d{1,2}[./-]\d{1,2}$|^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/u
const DIGITS_OF_A_PHONE = 8

/** The commonest swear words of the languages most written; word forms by their beginning where marked with «*». */
const SWEAR_WORDS =
  'fuck* motherfuck* shit shitty bullshit bitch* bastard* asshole* arsehole* cunt* wank* dickhead* crap crappy goddamn ' +
  'scheiß* scheiss* arschloch* wichser* verdammt* fick* hurensohn* miststück* ' +
  'putain* merde* connard* salope* enculé* bordel ' +
  'mierda* joder* puta putas cabrón* cabron* gilipollas coño ' +
  'cazzo* merda* stronz* vaffanculo* puttan* ' +
  'caralho* porra foda* fodido* ' +
  'kut klote* godverdomme* kanker* hoer* ' +
  'kurwa* pierdol* chuj* ' +
  'блядь* бляд* хуй* пизд* ебан* сука суки сволоч* ' +
  'siktir* amk orospu* ' +
  'pula muie futu*'
const SWEARING = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${SWEAR_WORDS.split(' ')
    .map((word) => (word.endsWith('*') ? `${word.slice(0, -1)}\\p{L}*` : word))
    .join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
)

/** Luhn's check digit (ISO/IEC 7812). */
function hasCheckDigit(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

const isPhone = (text: string): boolean =>
  !DATE.test(text.trim()) && (text.match(/\d/g)?.length ?? 0) >= DIGITS_OF_A_PHONE

/** Mail addresses, numbers of cards, accounts and telephones, and swear words, each replaced by what it was. */
export const maskText = (text: string): string =>
  text
    .replace(EMAIL, '[email]')
    .replace(IBAN, '[account number]')
    .replace(CARD, (number) => (hasCheckDigit(number) ? '[card number]' : number))
    .replace(PHONE, (number) => (isPhone(number) ? '[phone number]' : number))
    .replace(SWEARING, '***')

/** Returns true when a text can be shown publicly unchanged. */
export const isClean = (text: string): boolean => maskText(text) === text
