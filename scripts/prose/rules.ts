// The rules of docs/writing.md as textlint rules. Each reports the offset of what it refuses.
import type { TextlintRuleContext, TextlintRuleReporter } from '@textlint/types'

/** Words that the guide replaces. `[pattern, what to write instead]`. */
const UNIDIOMATIC: readonly (readonly [RegExp, string])[] = [
  [/\b(whoever|whatever|wherever|nobody|somebody|anybody)\b/i, 'name the person or thing'],
  [/\banew\b/i, 'again'],
  [/\blately\b/i, 'recently, or the exact time'],
  [/\b(tells|tell|told)\b/i, 'say, report, inform, notify'],
  [/\bstands\b/i, 'is'],
  [/\blies\b/i, 'is'],
  [/\bbesides\b/i, 'also, in addition'],
  [/\bmeanwhile\b/i, 'while …, until then'],
  [/\banyhow\b/i, 'anyway'],
  [/\breckoned\b/i, 'computed'],
  [/\bsurely\b/i, 'leave it out'],
  [/\bgoes (on|by)\b/i, 'continues, uses'],
  [/\bis let\b|\blet in\b/i, 'is allowed, admitted'],
  [/\bthat is none\b/i, 'that is not one'],
  [/\bmakes room\b/i, 'frees, evicts'],
  [/\b(to|at) hand\b/i, 'available'],
  [/\bheld\b/i, 'kept, cached, reserved'],
  [/\bbe it\b|\bthereby\b|\bhence\b/i, 'leave it out'],
]

/** British and other spellings, and what American English has. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\b(colour|favour|behaviour|honour|neighbour|flavour|labour)(?=s|ed|ing|able|ite|less|\b)/i, '-or'],
  [/\b(centre|metre|theatre)s?\b/i, '-er'],
  [
    /\b(organis|recognis|normalis|initialis|optimis|synchronis|customis|serialis|summaris|minimis|maximis|authoris|tokenis|categoris|prioritis|utilis|sanitis|memoris|realis|finalis)(e|es|ed|ing|er|ation)\b/i,
    '-ize',
  ],
  [/\b(analys|paralys)(e|es|ed|ing)\b/i, '-yze'],
  [/\b(cancell|labell|travell|modell|signall)(ed|ing)\b/i, 'one l'],
  [/\bgrey\b/i, 'gray'],
  [/\b(licence|defence|offence)s?\b/i, '-ense'],
  [/\b(catalogue|dialogue)s?\b/i, '-og'],
  [/\be-mail(s|ed)?\b/i, 'email'],
  [/\bfulfil\b/i, 'fulfill'],
]

/** A comment or title starts with what the thing is or does, not with a relative clause. */
const RELATIVE_OPENING = /^(What|Who|Whoever|Whether|Whose|How|Where|So many|So much|As many|Of|From here)\b/i

type Report = (offset: number, length: number, message: string) => void

/** A rule that looks at each paragraph as one string, with inline code and the targets of links blanked out. */
function paragraphRule(check: (text: string, report: Report) => void): TextlintRuleReporter {
  return (context: Readonly<TextlintRuleContext>) => ({
    [context.Syntax.Paragraph](node) {
      const text = context
        .getSource(node)
        .replace(/`[^`]*`|\]\([^)]*\)|https?:\S+/g, (code) => code.replace(/[^\n]/g, ' '))
      check(text, (offset, length, message) => {
        const range = [offset, offset + length] as const
        context.report(node, new context.RuleError(message, { padding: context.locator.range(range) }))
      })
    },
  })
}

const patternRule = (patterns: readonly (readonly [RegExp, string])[]): TextlintRuleReporter =>
  paragraphRule((text, report) => {
    for (const [pattern, advice] of patterns)
      for (const found of text.matchAll(new RegExp(pattern.source, `g${pattern.flags}`)))
        report(found.index, found[0].length, `"${found[0]}": ${advice}`)
  })

/** Refuses the words that the writing guide replaces. */
export const unidiomaticWords = patternRule(UNIDIOMATIC)

/** Refuses spellings other than American ones. */
export const americanSpelling = patternRule(SPELLINGS)

/** Refuses comments and titles that open with a relative clause. */
export const directOpening = paragraphRule((text, report) => {
  const opening = RELATIVE_OPENING.exec(text)
  if (opening) report(0, opening[0].length, `"${opening[0]} …": start with what it is or does`)
})

/** Longest sentence, in words. */
const MAX_SENTENCE_WORDS = 45
const sentenceSegmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Refuses sentences that are too long to read at once. */
export const shortSentences = paragraphRule((text, report) => {
  // A tag of a comment, and code at the start of a sentence, would not be recognized as its start.
  const marked = text.replace(/ (?=@[a-z]+ )/g, '\n').replace(/(?<=[.!?:]) {3,}/g, (blank) => `${blank.slice(0, -2)}A `)
  for (const { segment, index } of sentenceSegmenter.segment(marked)) {
    const words = segment.match(/\p{N}*\p{L}[\p{L}\p{N}'’-]*/gu)?.length ?? 0
    if (words > MAX_SENTENCE_WORDS) report(index, segment.length, `${words} words in one sentence`)
  }
})
