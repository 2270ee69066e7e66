import { foldedWords, foldText } from './folding.ts'

// Words that decide whether two sentences speak of the same thing.

/** Say nothing of what is spoken about. */
export const NEUTRAL_WORDS = foldedWords(`
  item items product products article articles goods thing things customer customers client clients people person
  please simply just usually generally normally typically about around approximately roughly only within maximum minimum
  max min total currently now always accept accepts accepted allow allows allowed possible able offer offers offered
  provide provides provided give gives given get gets have has take takes taken need needs needed require requires receive
  make makes made happen time times period frist long business calendar working least most full fully also latest earliest
  hour hours opening date back want wants like would yes
  artikel produkt produkte ware waren kunde kunden bitte einfach etwa ungefähr circa ca innerhalb maximal mindestens
  höchstens möglich haben hat dauert dauern beträgt betragen erhalten bekommen immer derzeit aktuell zeit frist kann können
  work works use uses used using run runs join start starts begin begins limit amount number enter choose see find
  nutzen nutzt benutzen verwenden läuft laufen funktioniert gilt gelten danach dann zuerst bis aller alle jede jeder jedes jeden jedem every each any all hoch hohe hat haben
  ja`)

/** Narrow a statement to some: what holds for them says nothing of the others. */
export const NARROWING_WORDS = foldedWords(`
  express standard priority overnight international domestic abroad overseas national worldwide european eu uk us usa
  germany france austria switzerland canada norway
  free paid premium pro plus basic starter business enterprise team personal student students teacher nonprofit trial
  business private annual annually yearly monthly weekly weekend weekends holiday holidays weekdays monday tuesday wednesday
  thursday friday saturday sunday summer winter christmas
  windows mac macos linux ios iphone ipad android desktop mobile
  new existing former old used damaged defective faulty sale discounted custom personalised personalized digital physical
  eve easter silvester heiligabend weihnachten weihnachtstage ostern feiertage
  first second third additional extra later early partial large small
  ausland inland international deutschland österreich schweiz kostenlos premium geschäftlich privat jährlich monatlich
  wochenende feiertag montag dienstag mittwoch donnerstag freitag samstag sonntag neue neu bestehende gebraucht defekt
  reduziert`)

/** Words after a point in time from which is counted, regardless of the start's name. */
export const COUNTED_FROM =
  /\b(?:after|from|of|since|following|upon)\s+(?:the\s+|your\s+|its\s+)?(?:date\s+of\s+)?(?:delivery|purchase|purchasing|receipt|receiving|order(?:ing)?|arrival|buying|payment|date)(?:\s+date)?\b|\b(?:nach|ab|seit)\s+(?:der\s+|dem\s+|des\s+)?(?:lieferung|kauf|erhalt|bestellung|empfang|zahlung)\b/giu

/** Meaning of a duration: how long something takes, or how long it is possible. */
const TAKES_TIME = /(?<![\p{L}])(?:takes?|lasts?|arrives?|processed|dauert|dauern)(?![\p{L}])/iu
const ALLOWS_TIME =
  /(?<![\p{L}])(?:can|may|accept(?:ed|s)?|allow(?:ed|s)?|possible|eligible|valid|kann|können|darf|dürfen|möglich|gültig)(?![\p{L}])/iu
export function senseOfTime(sentence: string): 'takes' | 'allows' | null {
  if (TAKES_TIME.test(sentence)) return ALLOWS_TIME.test(sentence) ? null : 'takes'
  return ALLOWS_TIME.test(sentence) ? 'allows' : null
}

const STATES_MINIMUM =
  /(?<![\p{L}])(?:at least|minimum|min\.?|more than|over|above|mindestens|mehr als|über|ab)(?![\p{L}])/iu
const STATES_MAXIMUM =
  /(?<![\p{L}])(?:at most|maximum|max\.?|up to|no more than|less than|under|below|höchstens|maximal|bis zu|weniger als|unter)(?![\p{L}])/iu
/** Words for a lower or upper bound. */
export function statedBound(sentence: string): 'least' | 'most' | null {
  if (STATES_MINIMUM.test(sentence)) return STATES_MAXIMUM.test(sentence) ? null : 'least'
  return STATES_MAXIMUM.test(sentence) ? 'most' : null
}

const VALUE_ASKED =
  /(?<![\p{L}])(?:how (?:long|many|much|often|soon|late|big|large|far|old)|when|until|what time|price|cost|costs|fee|deadline|wie (?:lange|viel|viele|oft|schnell|groß|hoch)|wann|preis|kosten|kostet|combien|cuánto|cuánta|cuándo|quand)(?![\p{L}])/iu
/** Returns true for questions about a number, a time or a price. */
export const asksForValue = (question: string): boolean => VALUE_ASKED.test(question)

const CONTACT_ASKED =
  /(?<![\p{L}])(?:contact|reach|e-?mail|phone|telephone|call|write|address|kontakt\p{L}*|erreiche\p{L}*|telefon\p{L}*)(?![\p{L}])/iu
/** Returns true for questions about a contact address. */
export const asksForContact = (question: string): boolean => CONTACT_ASKED.test(question)

const REPLY_WORDS: Record<string, 'yes' | 'no'> = {
  yes: 'yes',
  ja: 'yes',
  oui: 'yes',
  sí: 'yes',
  no: 'no',
  nein: 'no',
  non: 'no',
}
/** First words of an answer to a yes/no question. */
export function yesOrNo(answer: string): 'yes' | 'no' | null {
  const firstWord = /^\s*(\p{L}+)\s*(?:[,.!;:–—-]|$)/u.exec(answer)?.[1]?.toLowerCase()
  return (firstWord && REPLY_WORDS[firstWord]) || null
}

const CIRCUMSTANCE =
  /(?<![\p{L}])(?:as long as|provided|depending|from \p{Lu}\p{L}+|in (?:spring|summer|autumn|fall|winter)|some|most|sometimes|usually|solange|sofern|je nach|manche|meist\p{L}*|von \p{Lu}\p{L}+ bis|ab \p{Lu}\p{L}+)(?![\p{L}])/u
/** Returns true for sentences that say when, or for which, they hold. */
export const hasCircumstance = (sentence: string): boolean => CIRCUMSTANCE.test(sentence)

const ARTICLE_PATTERN = '(?:(?:the|an?|der|die|das|dem|den|des|eine?|einen|einem|einer|jede[nrs]?)\\s)'
const NARROWS_BEFORE =
  '(?:in|for|with|of|by|on|at|from|per|into|between|nach|im|am|fur|bei|beim|mit|zum|zur|aus|von|vom)'
/** Returns true when a sentence limits what it says by this word: "for a lamp", "to Iceland", but not "to cancel". */
export function isNarrowedBy(sentence: string, word: string): boolean {
  const foldedSentence = foldText(sentence)
  const escapedWord = RegExp.escape(word)
  const narrowingPatterns = [
    `(?<!\\p{L})${NARROWS_BEFORE}\\s${ARTICLE_PATTERN}?${escapedWord}(?!\\p{L})`,
    `(?<!\\p{L})to\\s${ARTICLE_PATTERN}${escapedWord}(?!\\p{L})`,
  ]
  if (narrowingPatterns.some((pattern) => new RegExp(pattern, 'u').test(foldedSentence))) return true
  // A name, or a German noun: "to Iceland", "an Heiligabend".
  const nameCandidates = [
    ...foldedSentence.matchAll(new RegExp(`(?<!\\p{L})(?:to|an)\\s${escapedWord}(?!\\p{L})`, 'gu')),
  ]
  return nameCandidates.some(({ index }) => /^\p{L}+\s\p{Lu}/u.test(sentence.slice(index)))
}
