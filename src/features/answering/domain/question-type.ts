/** Kinds of answers that questions ask for. */
export const QUESTION_TYPES = [
  'amount',
  'way',
  'reason',
  'place',
  'time',
  'definition',
  'confirmation',
  'keywords',
  'statement',
] as const
export type QuestionType = (typeof QUESTION_TYPES)[number]

// English and German; questions in other languages are statements or keywords, which changes little.
const TYPE_PATTERNS: readonly [QuestionType, RegExp][] = [
  ['time', /\b(how (long|often|fast|soon|old)|wie ?(lange|oft|schnell|bald|alt))\b/iu],
  [
    'amount',
    /\b(how (many|much|big|large|far)|what('s| is) the (price|cost|limit|maximum|minimum|size)|wie ?(viele?|groß|weit|hoch|teuer))\b/iu,
  ],
  ['way', /\b(how|wie)\b/iu],
  ['reason', /\b(why|how come|warum|wieso|weshalb)\b/iu],
  ['place', /\b(where|wo|wohin)\b/iu],
  ['time', /\b(when|wann)\b/iu],
  ['definition', /^(what|was|wozu|welche)\b|\bwhat (is|are|does)\b|\bmean\b|\bbedeutet\b/iu],
  [
    'confirmation',
    /^(hi|hello|hey|hallo|so|and|und|aber|but|ok|please|sorry)?,?\s*(can|could|do|does|did|is|are|was|were|will|would|should|may|has|have|must|am|kann|könn|darf|gibt|ist|sind|hat|habt|haben|geht|läuft|funktioniert|wird|werden|muss|soll|unterstütz)\w*\b|\b(possible|möglich)\b/iu,
  ],
]
const FEW_WORDS = 3

export function questionType(question: string): QuestionType {
  const trimmedQuestion = question.trim()
  for (const [type, pattern] of TYPE_PATTERNS) if (pattern.test(trimmedQuestion)) return type
  return (trimmedQuestion.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) <= FEW_WORDS ? 'keywords' : 'statement'
}

const ANSWER_SIGNS: Partial<Record<QuestionType, RegExp>> = {
  confirmation:
    /^\W*(yes|no|ja|nein)\b|\b(you can|cannot|can't|can not|possible|not (supported|available|possible)|supports?|only|kannst|möglich|nicht|unterstützt)\b/iu,
  amount: /\d|\b(one|two|three|four|five|ten|zwei|drei|vier|fünf|zehn|unlimited|unbegrenzt|free|kostenlos)\b/iu,
  way: /(^|\n)\s*(\d+\.|[-•])\s|\b(click|tap|select|choose|go to|open|enable|disable|press|settings|options|klick\w*|tipp\w*|wähle?|gehe?|öffne|einstellungen|aktivier\w*)\b/iu,
  reason: /\b(because|due to|since|reason|caused?|so that|in order to|weil|grund|deshalb|damit|um .{3,60} zu)\b/iu,
  place: /\b(in (the|your)|under|at|settings|menu|folder|located|im|unter|ordner|menü)\b|[/\\]\w+/iu,
  time: /\d|\b(every|after|day|week|month|hour|minute|immediately|täglich|stunden|tage?|woche|sobald)\b/iu,
  definition: /\b(is|are|means?|refers|ist|bedeutet|sind)\b/iu,
}

/** True when a text has the signs of an answer of this type, or when the type has none. */
export const fitsType = (expectedType: QuestionType, answerText: string): boolean =>
  ANSWER_SIGNS[expectedType]?.test(answerText) ?? true

/** Types whose answer is one statement, which comes first in the answer. */
export const SHORT_ANSWER_TYPES: ReadonlySet<QuestionType> = new Set(['confirmation', 'amount', 'place', 'time'])

// The beginning of the word is enough: few words are misspelled as often.
const COMPARISON_WORDS = /\b(diff\w*|vs|versus|untersch\w*)\b.*\b(between|and|from|to|zwischen|und|von|zu)\b/iu

/** True when a question asks how two things differ. */
export const isComparison = (question: string): boolean => COMPARISON_WORDS.test(question)

/** Types whose answer has to contain what was asked for: without a number nothing says how many. */
const DEMANDING_TYPES: ReadonlySet<QuestionType> = new Set(['amount'])

/** True when a text cannot answer a question of this type. */
export const lacksType = (expectedType: QuestionType, answerText: string): boolean =>
  DEMANDING_TYPES.has(expectedType) && !fitsType(expectedType, answerText)
