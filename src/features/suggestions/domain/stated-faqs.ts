import { toAnswerText } from './answer-text.ts'
import { isMarkedQuestion, isQuestion, withoutQuestionNumber } from './question-detection.ts'

/** Origin of a question and its answer in the team's own content. */
export type StatedKind = 'markup' | 'list' | 'heading'

/** A question that a page or document states together with its answer. */
export interface StatedFaq {
  kind: StatedKind
  question: string
  /** As a FAQ's answer is written. */
  answer: string
}

const HEADING_LINE = /^(#{1,6})\s+(.+?)\s*#*$/
const FENCE_LINE = /^\s*(?:```|~~~)/
const LIST_ITEM_LINE = /^(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(.*)$/
/** Paragraphs that are questions make a list of questions from so many on; fewer are how people write. */
const MIN_LIST_LENGTH = 3
/** A line that says who asks and who answers. */
const LABELLED_QUESTION = /^\s*(?:\*\*)?(?:q|question|frage|f)\s*\d*\s*[:.)]\s*(?:\*\*)?\s*(\S.*)$/iu
const LABELLED_ANSWER = /^\s*(?:\*\*)?(?:a|answer|antwort)\s*\d*\s*[:.)]\s*(?:\*\*)?\s*(\S.*)$/iu

interface TextBlock {
  /** 1 to 6 for a heading, 0 for text. */
  level: number
  text: string
}

/** Paragraphs, lists and fenced code each whole, headings for themselves. */
function splitIntoBlocks(markdown: string): TextBlock[] {
  const blocks: TextBlock[] = []
  let blockLines: string[] = []
  let isInsideFence = false
  const flushLines = () => {
    const blockText = blockLines.join('\n').trim()
    if (blockText !== '') blocks.push({ level: 0, text: blockText })
    blockLines = []
  }
  for (const line of markdown.replace(/\r\n?/g, '\n').split('\n')) {
    if (FENCE_LINE.test(line)) isInsideFence = !isInsideFence
    const heading = isInsideFence ? null : HEADING_LINE.exec(line)
    if (heading) {
      flushLines()
      blocks.push({ level: heading[1]?.length ?? 1, text: heading[2] ?? '' })
    } else if (!isInsideFence && line.trim() === '') flushLines()
    else blockLines.push(line)
  }
  flushLines()
  return blocks
}

const markdownOf = ({ level, text }: TextBlock): string => (level > 0 ? `${'#'.repeat(level)} ${text}` : text)

function toStatedFaqs(kind: StatedKind, question: string, answer: string): StatedFaq[] {
  const answerText = toAnswerText(answer)
  return answerText === null ? [] : [{ kind, question: withoutQuestionNumber(question), answer: answerText }]
}

/** Headings that ask, with the text under them up to the next heading as high, or to the next that asks. */
function faqsUnderHeadings(blocks: readonly TextBlock[]): StatedFaq[] {
  return blocks.flatMap(({ level, text }, blockIndex) => {
    if (level === 0 || !isQuestion(text)) return []
    const followingBlocks = blocks.slice(blockIndex + 1)
    const endIndex = followingBlocks.findIndex(
      (block) => block.level > 0 && (block.level <= level || isQuestion(block.text)),
    )
    const answerBlocks = endIndex < 0 ? followingBlocks : followingBlocks.slice(0, endIndex)
    return toStatedFaqs('heading', text, answerBlocks.map(markdownOf).join('\n\n'))
  })
}

/** Lines «Q: …» and «A: …», however they are set apart. */
function labelledFaqs(blocks: readonly TextBlock[]): StatedFaq[] {
  const statedList: StatedFaq[] = []
  let question: string | null = null
  let answerLines: string[] = []
  const flushAnswer = () => {
    if (question !== null) statedList.push(...toStatedFaqs('list', question, answerLines.join('\n').trim()))
    question = null
    answerLines = []
  }
  for (const { level, text } of blocks) {
    if (level > 0) {
      flushAnswer()
      continue
    }
    for (const line of text.split('\n')) {
      const questionLine = LABELLED_QUESTION.exec(line)
      const answerStart = LABELLED_ANSWER.exec(line)
      if (questionLine?.[1]) {
        flushAnswer()
        question = questionLine[1].replace(/\*\*\s*$/, '')
      } else if (answerStart?.[1] && question !== null && answerLines.length === 0) answerLines.push(answerStart[1])
      else if (answerLines.length > 0) answerLines.push(line)
    }
    if (answerLines.length > 0) answerLines.push('')
  }
  flushAnswer()
  return statedList
}

/** The items of a list, each with what is set in below it. */
function splitListItems(listText: string): string[] {
  const listItems: string[] = []
  const baseIndent = LIST_ITEM_LINE.exec(listText.split('\n')[0] ?? '')?.[1]?.length ?? 0
  for (const line of listText.split('\n')) {
    const listItem = LIST_ITEM_LINE.exec(line)
    if (listItem && (listItem[1]?.length ?? 0) <= baseIndent) listItems.push(listItem[2] ?? '')
    else listItems.push(`${listItems.pop() ?? ''}\n${line.trim()}`)
  }
  return listItems
}

/** A question and what follows it in the same paragraph or item: on the next line, or behind its mark. */
function splitQuestionAndAnswer(pairText: string): { question: string; answer: string } | null {
  const unboldText = pairText.replace(/\*\*/gu, '')
  const [first = '', ...rest] = unboldText.split('\n')
  if (rest.length > 0 && isMarkedQuestion(first)) return { question: first, answer: rest.join('\n') }
  const inlinePair = /^([^\n?？؟]{3,300}[?？؟])\s+(\S[\s\S]*)$/u.exec(unboldText)
  return inlinePair?.[1] && isMarkedQuestion(inlinePair[1])
    ? { question: inlinePair[1], answer: inlinePair[2] ?? '' }
    : null
}

/** Lists whose items ask and answer; at least two of them, so that a question in passing is none. */
function faqsInLists(blocks: readonly TextBlock[]): StatedFaq[] {
  return blocks.flatMap(({ level, text }) => {
    if (level > 0 || !LIST_ITEM_LINE.test(text.split('\n')[0] ?? '')) return []
    const questionPairs = splitListItems(text).flatMap((listItem) => splitQuestionAndAnswer(listItem) ?? [])
    return questionPairs.length < 2
      ? []
      : questionPairs.flatMap(({ question, answer }) => toStatedFaqs('list', question, answer))
  })
}

/** Paragraphs that ask, each followed by what answers it, where several stand under one heading. */
function faqsInParagraphs(blocks: readonly TextBlock[]): StatedFaq[] {
  const statedList: StatedFaq[] = []
  let sectionFaqs: StatedFaq[] = []
  let question: string | null = null
  let answerLines: string[] = []
  const takeQuestion = () => {
    if (question !== null) sectionFaqs.push(...toStatedFaqs('list', question, answerLines.join('\n\n')))
    question = null
    answerLines = []
  }
  for (const { level, text } of [...blocks, { level: 1, text: '' }]) {
    const questionAndAnswer = level === 0 && !LIST_ITEM_LINE.test(text) ? splitQuestionAndAnswer(text) : null
    if (level > 0 || questionAndAnswer || (!text.includes('\n') && isMarkedQuestion(text))) takeQuestion()
    if (level > 0) {
      if (sectionFaqs.length >= MIN_LIST_LENGTH) statedList.push(...sectionFaqs)
      sectionFaqs = []
    } else if (questionAndAnswer) {
      question = questionAndAnswer.question
      answerLines = [questionAndAnswer.answer]
    } else if (isMarkedQuestion(text) && !text.includes('\n')) question = text
    else if (question !== null) answerLines.push(text)
  }
  return statedList
}

/** Questions of one source that differ in case and punctuation alone are the same. */
const comparisonKey = (question: string): string =>
  question
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

/**
 * The questions that a text answers in so many words: what its markup says first, then its lists, then its headings.
 * @param markdown without the marks of pages
 * @param markedFaqs as the page's own markup has them
 */
export function statedFaqs(
  markdown: string,
  markedFaqs: readonly { kind: 'markup' | 'list'; question: string; answer: string }[] = [],
): StatedFaq[] {
  const blocks = splitIntoBlocks(markdown)
  const allFaqs = [
    // FAQ markup is intentional, so every entry counts; in lists and collapsible sections only questions do.
    ...markedFaqs
      .filter(({ kind, question }) => (kind === 'markup' ? /\p{L}/u.test(question) : isQuestion(question)))
      .flatMap(({ kind, question, answer }) => toStatedFaqs(kind, question, answer)),
    ...labelledFaqs(blocks),
    ...faqsInLists(blocks),
    ...faqsUnderHeadings(blocks),
    ...faqsInParagraphs(blocks),
  ]
  const faqByKey = new Map<string, StatedFaq>()
  for (const faq of allFaqs) {
    const questionKey = comparisonKey(faq.question)
    if (questionKey !== '' && !faqByKey.has(questionKey)) faqByKey.set(questionKey, faq)
  }
  return [...faqByKey.values()]
}
