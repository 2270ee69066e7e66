import { foldedWords, foldText } from './folding.ts'

// Words of help pages that say the same, in English and German.

/** Expressions with the one word for them. */
const MULTIWORD_EXPRESSIONS: readonly (readonly [RegExp, string])[] = [
  [/(?<![\p{L}])(?:send|bring|give|take|ship)(?:ing|s)?((?:\s[\p{L}\p{N}]+){0,4})\sback(?![\p{L}])/giu, ' return $1 '],
  [/(?<![\p{L}])(?:your |my |the )?money back(?![\p{L}])/giu, ' refund '],
  [/(?<![\p{L}])(?:mein |ihr |das )?geld zurück(?![\p{L}])/giu, ' erstattung '],
  [
    /(?<![\p{L}])without (?:an? |any |the )?(?:active |working )?(?:internet|network|connection|wi-?fi)(?: connection| access)?(?![\p{L}])/giu,
    ' offline ',
  ],
  [/(?<![\p{L}])ohne (?:eine )?(?:internet\p{L}*|netz\p{L}*|verbindung|wlan)(?![\p{L}])/giu, ' offline '],
  [/(?<![\p{L}])(?:with)?in the first (?:day|week|month|year)s?(?![\p{L}])/giu, ' '],
  [/(?<![\p{L}])(?:in advance|beforehand|im voraus)(?![\p{L}])/giu, ' notice '],
  [/(?<![\p{L}])(?:at all times|at any time|any ?time|jederzeit)(?![\p{L}])/giu, ' '],
  [/(?<![\p{L}])(?:log|sign)(?:ging|ing|ged)?[ -](?:in|on)(?:to)?(?![\p{L}])/giu, ' login '],
  // Lower case before a noun: the German "per", not the name of a plan.
  [/(?<![\p{L}])pro (?=\p{Lu})/gu, ' je '],
  [/(?<![\p{L}])check(?:ing)?[ -](in|out)(?![\p{L}])/giu, ' check$1 '],
  [/(?<![\p{L}])(?:by hand|von hand)(?![\p{L}])/giu, ' manually '],
]

/** Beginnings of words with one meaning; a word belongs to the first line that fits. */
const CONCEPT_GROUPS: readonly (readonly [concept: string, beginnings: string])[] = [
  ['refund', 'refund reimburs erstatt rückerstatt rückzahl'],
  ['return', 'return zurück rückgab rücksend retour umtausch'],
  ['notice', 'notice'],
  ['cancel', 'cancel terminat unsubscri kündig storn'],
  ['deliver', 'deliver shipping shipment shipped dispatch liefer versand versend verschick zustell'],
  ['warranty', 'warrant guarantee garantie gewährleist'],
  ['keep', 'kept retain retention stored delet eras aufbewahr gespeichert lösch'],
  ['trial', 'trial try tryin tried test probe'],
  ['repair', 'repair fix reparatur reparier'],
  ['capacity', 'hold capacit volume fasst fassungs volumen'],
  ['weigh', 'weigh heavy heavi wieg gewicht schwer'],
  ['carry', 'carr load traglast trägt tragen belast'],
  ['book', 'booking book reserv buch'],
  ['account', 'account konto benutzerkonto'],
  ['offline', 'offline'],
  ['login', 'login anmeld einlogg'],
  ['phone', 'phone telephone telefon anruf'],
  ['member', 'member mitglied'],
  ['device', 'device gerät'],
  ['wrap', 'wrap verpack'],
  ['update', 'update upgrade aktualisier'],
]
const conceptBeginnings: readonly (readonly [string, readonly string[]])[] = CONCEPT_GROUPS.map(
  ([concept, beginnings]) => [concept, foldText(beginnings).split(' ')],
)
/** Short beginnings match whole words only. */
const MIN_PREFIX_LENGTH = 4

/** Writes the expressions of several words as one word. */
export const replaceExpressions = (plainText: string): string =>
  MULTIWORD_EXPRESSIONS.reduce((rewrittenText, [pattern, word]) => rewrittenText.replace(pattern, word), plainText)

/** The meaning that a word shares with others; null for most. */
export function findConcept(word: string): string | null {
  const matchingConcept = conceptBeginnings.find(([, beginnings]) =>
    beginnings.some((beginning) =>
      beginning.length < MIN_PREFIX_LENGTH
        ? word === beginning
        : word.startsWith(beginning) || word.startsWith(`ge${beginning}`),
    ),
  )
  return matchingConcept?.[0] ?? null
}

/** Words that say nothing beside a value of this kind. */
const WORDS_BESIDE_VALUE: Readonly<Record<string, ReadonlySet<string>>> = {
  money: foldedWords(`cost costs charge charges charged price prices fee fees pay pays amount pricing per
    kostet kosten preis preise gebühr gebühren zahlen zahlt verlangen berechnen berechnet betrag pro je`),
  duration: foldedWords(
    `long lasts last duration period window deadline lang lange läuft erfolgt laufzeit bearbeitung`,
  ),
  hours: foldedWords(`open opens opened opening hours geöffnet öffnet offen öffnungszeiten uhr`),
  version:
    foldedWords(`version versions require requires required need needs support supports supported run runs newer later
    newest latest current higher release brauchen braucht benötigt benötigen läuft nötig erforderlich setzt voraus
    aktuell aktuelle neueste oder neuer höher`),
}
/** Words that say nothing beside a value. */
export const wordsBesideValue = (valueKind: string): ReadonlySet<string> =>
  WORDS_BESIDE_VALUE[valueKind.split(':')[0]!] ?? new Set()

const STATES_NEED =
  /(?<![\p{L}])(?:need(?:s|ed)?|must|requires?|required|necessary|have to|has to|mandatory|brauch\p{L}*|muss|müssen|benötig\p{L}*|nötig|erforderlich|notwendig)(?![\p{L}])/iu
const STATES_POSSIBILITY =
  /(?<![\p{L}])(?:can(?:not|'t)?|may|possible|allowed|able|welcome|permitted|kann|können|darf|dürfen|möglich|erlaubt|gestattet)(?![\p{L}])/iu

/** The mode of a sentence: a need, a possibility, or a plain statement. */
export function sentenceMode(sentence: string): 'needed' | 'possible' | 'is' {
  if (STATES_NEED.test(sentence)) return 'needed'
  return STATES_POSSIBILITY.test(sentence) ? 'possible' : 'is'
}

const VERSION_CUE =
  /(?<![\p{L}])(?:(?:or|and) (?:later|newer|higher|above|up)|at least|minimum|requires?|required|needs?|supports?|latest|current|newest|ab|mindestens|braucht|brauchen|benötigt|voraus|nötig|erforderlich|(?:oder|und) (?:neuer|höher)|aktuelle?r?|neueste\p{L}*)(?![\p{L}])/iu
/** Returns true where a version is required, or is the latest; elsewhere it only names what is spoken of. */
export const statesVersion = (sentence: string): boolean => VERSION_CUE.test(sentence)

const PERMISSION_WORDS =
  foldedWords(`allowed permitted possible welcome able bring take use erlaubt gestattet möglich willkommen
  mitbringen mitnehmen verwenden`)
/** Words by which a question asks for permission. */
export const asksPermission = (word: string): boolean => PERMISSION_WORDS.has(word)
