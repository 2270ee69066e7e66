import { asAnswer } from './answer-text.ts'
import { asks, isMarked, withoutNumber } from './question-detection.ts'

/** Origin of a question and its answer in the team's own content. */
export type StatedKind = 'markup' | 'list' | 'heading'

/** A question that a page or document states together with its answer. */
export interface StatedFaq {
  kind: StatedKind
  question: string
  /** As a FAQ's answer is written. */
  answer: string
}

const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/
const FENCE = /^\s*(?:```|~~~)/
const ITEM = /^(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(.*)$/
/** Paragraphs that are questions make a list of questions from so many on; fewer are how people write. */
const LIST_FROM = 3
/** A line that says who asks and who answers. */
const ASKED = /^\s*(?:\*\*)?(?:q|question|frage|f)\s*\d*\s*[:.)]\s*(?:\*\*)?\s*(\S.*)$/iu
const ANSWERED = /^\s*(?:\*\*)?(?:a|answer|antwort)\s*\d*\s*[:.)]\s*(?:\*\*)?\s*(\S.*)$/iu

interface Block {
  /** 1 to 6 for a heading, 0 for text. */
  level: number
  text: string
}

/** Paragraphs, lists and fenced code each whole, headings for themselves. */
function blocksOf(markdown: string): Block[] {
  const out: Block[] = []
  let lines: string[] = []
  let fenced = false
  const flush = () => {
    const text = lines.join('\n').trim()
    if (text !== '') out.push({ level: 0, text })
    lines = []
  }
  for (const line of markdown.replace(/\r\n?/g, '\n').split('\n')) {
    if (FENCE.test(line)) fenced = !fenced
    const heading = fenced ? null : HEADING.exec(line)
    if (heading) {
      flush()
      out.push({ level: heading[1]?.length ?? 1, text: heading[2] ?? '' })
    } else if (!fenced && line.trim() === '') flush()
    else lines.push(line)
  }
  flush()
  return out
}

const markdownOf = ({ level, text }: Block): string => (level > 0 ? `${'#'.repeat(level)} ${text}` : text)

function stated(kind: StatedKind, question: string, answer: string): StatedFaq[] {
  const text = asAnswer(answer)
  return text === null ? [] : [{ kind, question: withoutNumber(question), answer: text }]
}

/** Headings that ask, with the text under them up to the next heading as high, or to the next that asks. */
function underHeadings(blocks: readonly Block[]): StatedFaq[] {
  return blocks.flatMap(({ level, text }, position) => {
    if (level === 0 || !asks(text)) return []
    const after = blocks.slice(position + 1)
    const ends = after.findIndex((one) => one.level > 0 && (one.level <= level || asks(one.text)))
    const under = ends < 0 ? after : after.slice(0, ends)
    return stated('heading', text, under.map(markdownOf).join('\n\n'))
  })
}

/** Lines «Q: …» and «A: …», however they are set apart. */
function labelled(blocks: readonly Block[]): StatedFaq[] {
  const out: StatedFaq[] = []
  let question: string | null = null
  let answer: string[] = []
  const flush = () => {
    if (question !== null) out.push(...stated('list', question, answer.join('\n').trim()))
    question = null
    answer = []
  }
  for (const { level, text } of blocks) {
    if (level > 0) {
      flush()
      continue
    }
    for (const line of text.split('\n')) {
      const asked = ASKED.exec(line)
      const answerStart = ANSWERED.exec(line)
      if (asked?.[1]) {
        flush()
        question = asked[1].replace(/\*\*\s*$/, '')
      } else if (answerStart?.[1] && question !== null && answer.length === 0) answer.push(answerStart[1])
      else if (answer.length > 0) answer.push(line)
    }
    if (answer.length > 0) answer.push('')
  }
  flush()
  return out
}

/** The items of a list, each with what is set in below it. */
function itemsOf(text: string): string[] {
  const items: string[] = []
  const indent = ITEM.exec(text.split('\n')[0] ?? '')?.[1]?.length ?? 0
  for (const line of text.split('\n')) {
    const item = ITEM.exec(line)
    if (item && (item[1]?.length ?? 0) <= indent) items.push(item[2] ?? '')
    else items.push(`${items.pop() ?? ''}\n${line.trim()}`)
  }
  return items
}

/** A question and what follows it in the same paragraph or item: on the next line, or behind its mark. */
function split(text: string): { question: string; answer: string } | null {
  const flat = text.replace(/\*\*/gu, '')
  const [first = '', ...rest] = flat.split('\n')
  if (rest.length > 0 && isMarked(first)) return { question: first, answer: rest.join('\n') }
  const inline = /^([^\n?？؟]{3,300}[?？؟])\s+(\S[\s\S]*)$/u.exec(flat)
  return inline?.[1] && isMarked(inline[1]) ? { question: inline[1], answer: inline[2] ?? '' } : null
}

/** Lists whose items ask and answer; at least two of them, so that a question in passing is none. */
function inLists(blocks: readonly Block[]): StatedFaq[] {
  return blocks.flatMap(({ level, text }) => {
    if (level > 0 || !ITEM.test(text.split('\n')[0] ?? '')) return []
    const pairs = itemsOf(text).flatMap((item) => split(item) ?? [])
    return pairs.length < 2 ? [] : pairs.flatMap(({ question, answer }) => stated('list', question, answer))
  })
}

/** Paragraphs that ask, each followed by what answers it, where several stand under one heading. */
function inParagraphs(blocks: readonly Block[]): StatedFaq[] {
  const out: StatedFaq[] = []
  let section: StatedFaq[] = []
  let question: string | null = null
  let answer: string[] = []
  const take = () => {
    if (question !== null) section.push(...stated('list', question, answer.join('\n\n')))
    question = null
    answer = []
  }
  for (const { level, text } of [...blocks, { level: 1, text: '' }]) {
    const both = level === 0 && !ITEM.test(text) ? split(text) : null
    if (level > 0 || both || (!text.includes('\n') && isMarked(text))) take()
    if (level > 0) {
      if (section.length >= LIST_FROM) out.push(...section)
      section = []
    } else if (both) {
      question = both.question
      answer = [both.answer]
    } else if (isMarked(text) && !text.includes('\n')) question = text
    else if (question !== null) answer.push(text)
  }
  return out
}

/** Questions of one source that differ in case and punctuation alone are the same. */
const keyOf = (question: string): string =>
  question
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

/**
 * The questions that a text answers in so many words: what its markup says first, then its lists, then its headings.
 * @param markdown without the marks of pages
 * @param marked as the page's own markup has them
 */
export function statedFaqs(
  markdown: string,
  marked: readonly { kind: 'markup' | 'list'; question: string; answer: string }[] = [],
): StatedFaq[] {
  const blocks = blocksOf(markdown)
  const all = [
    // FAQ markup is intentional, so every entry counts; in lists and collapsible sections only questions do.
    ...marked
      .filter(({ kind, question }) => (kind === 'markup' ? /\p{L}/u.test(question) : asks(question)))
      .flatMap(({ kind, question, answer }) => stated(kind, question, answer)),
    ...labelled(blocks),
    ...inLists(blocks),
    ...underHeadings(blocks),
    ...inParagraphs(blocks),
  ]
  const found = new Map<string, StatedFaq>()
  for (const faq of all) {
    const key = keyOf(faq.question)
    if (key !== '' && !found.has(key)) found.set(key, faq)
  }
  return [...found.values()]
}
