import { citedNumbers } from './prompt.ts'

/**
 * Checks a model's output sentence by sentence before it is shown: it must cite existing passages, and every number,
 * address and link must occur in a cited passage.
 */
const LINK =
  /\bhttps?:\/\/[^\s)\]>"']+|\b[\w.+-]+@[\w-]+\.[\w.]+|\b(?:www\.)?[a-z0-9-]+\.(?:com|org|net|io|dev|app|co|ai|info|biz)\b/gi
const NUMBER = /\d+(?:[.,]\d+)*/g
const MARKS = /\[\d[\d\s,]*\]/g

const flat = (text: string) => text.normalize('NFKC').toLowerCase()
const digits = (text: string) => text.replace(/[.,](?=\d{3}\b)/g, '').replace(',', '.')

/** The claims of a sentence that can be looked up: numbers (list numbering aside), links and addresses. */
function checkable(sentence: string): { numbers: string[]; links: string[] } {
  const text = sentence.replace(MARKS, '').replace(/^\s*\d+[.)]\s/, '')
  const links = (text.match(LINK) ?? []).map((link) => flat(link).replace(/[.,;:!?]+$/, ''))
  const numbers = (text.replace(LINK, '').match(NUMBER) ?? []).map(digits)
  return { numbers, links }
}

const CONTENT_WORD = /[\p{L}\p{N}]{4,}/gu
const STEM = 5
/** Least share of a sentence's longer words that the cited passages must hold, where both are in one language. */
const SUPPORT = 0.3

/** Returns the share of a sentence's longer words that also occur in the evidence; 1 when it has none. */
export function wordSupport(sentence: string, evidence: string): number {
  const stems = (text: string) =>
    (flat(text.replace(MARKS, '')).match(CONTENT_WORD) ?? []).map((word) => word.slice(0, STEM))
  const words = stems(sentence)
  if (words.length === 0) return 1
  const held = new Set(stems(evidence))
  return words.filter((word) => held.has(word)).length / words.length
}

/** True when the sentence rests on the passages (numbered from 1) that it cites, and says no number or link they don't. */
export function isGrounded(sentence: string, passages: readonly string[], sameLanguage = true): boolean {
  const cited = citedNumbers(sentence, passages.length)
  if (cited.length === 0) return false
  const evidence = flat(cited.map((n) => passages[n - 1] ?? '').join('\n'))
  if (sameLanguage && wordSupport(sentence, evidence) < SUPPORT) return false
  const said = new Set((evidence.match(NUMBER) ?? []).map(digits))
  const { numbers, links } = checkable(sentence)
  return numbers.every((n) => said.has(n)) && links.every((link) => evidence.includes(link))
}

const INSTRUCTION =
  /\b(?:ignore|disregard|forget|override)\b[^.!?\n]{0,60}\b(?:instruction|prompt|rule|previous|above|prior|system)|\b(?:system|developer) (?:prompt|message|instruction)|\byou are (?:now |an? )[^.!?\n]{0,40}\b(?:ai|assistant|chatbot|language model|llm|gpt)\b|\b(?:as an? |dear |hey |hello )(?:ai|assistant|chatbot|language model|llm)\b|\b(?:reply|respond|answer)(?: only)? with (?:the |exactly )?["“'«]|<\|[a-z_]+\|>|\[\/?inst\]|^\s*(?:system|assistant|user)\s*:/i

/**
 * Removes sentences that address a model instead of a reader. Instructions in a page are not evidence, so such a
 * sentence is never passed to a model and never quoted.
 */
export function withoutInstructions(passage: string): string {
  return passage
    .split(/(?<=[.!?。！？\n])/u)
    .filter((sentence) => !INSTRUCTION.test(sentence))
    .join('')
    .trim()
}
