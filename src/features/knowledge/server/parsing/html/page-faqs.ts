import { oneLine } from '../../../../../kernel/text.ts'
import { type MarkedFaq, usableFaqs } from '../../../domain/marked-faq.ts'
import { fragmentToMarkdown, htmlToMarkdown } from './html-to-markdown.ts'
import { type HtmlDocument, type HtmlElement, openFragment } from './html-tree.ts'

/** JSON-LD nests; what is deeper than this was not made for reading. */
const DEPTH_MAX = 12
const FRAME = 'nav, footer, header, aside'

type Json = Record<string, unknown>

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
/** `FAQPage`, `schema:FAQPage` and `https://schema.org/FAQPage` are the same type. */
const hasType = (node: Json, type: string): boolean =>
  asList(node['@type']).some((one) => typeof one === 'string' && one.split(/[/:#]/).at(-1) === type)

/** Texts in JSON-LD are mostly HTML, and sometimes HTML whose tags are escaped. */
function markdownOf(value: unknown): string {
  const text = typeof value === 'string' ? value : isObject(value) ? value['@value'] : undefined
  if (typeof text !== 'string') return ''
  const html = /<[a-z][^>]*>/i.test(text) ? text : text.replace(/\r?\n/g, '<br>')
  const shown = openFragment(html).textContent ?? ''
  return fragmentToMarkdown(/<(p|br|a|ul|ol|li|strong|b|em|div|span)\b[^>]*>/i.test(shown) ? shown : html)
}

const questionText = (markdown: string): string => oneLine(markdown.replace(/^#+\s+/gm, ''))

function* questionsOf(page: Json): Generator<MarkedFaq> {
  for (const one of [...asList(page.mainEntity), ...asList(page.hasPart)]) {
    if (!isObject(one) || !hasType(one, 'Question')) continue
    const question = questionText(markdownOf(one.name ?? one.text))
    const [answer] = [...asList(one.acceptedAnswer), ...asList(one.suggestedAnswer)]
    if (isObject(answer)) yield { kind: 'markup', question, answer: markdownOf(answer.text ?? answer.name) }
  }
}

/** Every FAQPage in a tree of JSON-LD, however it is wrapped. */
function* inJson(node: unknown, depth = 0): Generator<MarkedFaq> {
  if (depth > DEPTH_MAX || typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) {
    for (const one of node) yield* inJson(one, depth + 1)
    return
  }
  if (hasType(node as Json, 'FAQPage')) yield* questionsOf(node as Json)
  for (const value of Object.values(node)) yield* inJson(value, depth + 1)
}

function* jsonLd(document: HtmlDocument): Generator<MarkedFaq> {
  for (const script of document.querySelectorAll('script[type]')) {
    if (!/^application\/ld\+json\b/i.test((script.getAttribute('type') ?? '').trim())) continue
    try {
      const text = (script.textContent ?? '').replace(/^\s*(?:<!--|\/\*<!\[CDATA\[\*\/)|(?:-->|\/\*\]\]>\*\/)\s*$/g, '')
      yield* inJson(JSON.parse(text))
    } catch {
      // Broken markup says nothing.
    }
  }
}

const isOf = (element: HtmlElement, type: string): boolean =>
  (element.getAttribute('itemtype') ?? '').split(/\s+/).some((one) => one.split(/[/#]/).at(-1) === type)

function* microdata(document: HtmlDocument): Generator<MarkedFaq> {
  for (const page of document.querySelectorAll('[itemscope][itemtype]')) {
    if (!isOf(page, 'FAQPage')) continue
    for (const element of page.querySelectorAll('[itemscope][itemtype]')) {
      if (!isOf(element, 'Question')) continue
      const name = element.querySelector('[itemprop~="name"]')
      const answer = element.querySelector('[itemprop~="acceptedAnswer"], [itemprop~="suggestedAnswer"]')
      const text = answer?.querySelector('[itemprop~="text"]') ?? answer
      if (name && text) yield { kind: 'markup', question: written(name), answer: htmlToMarkdown(text) }
    }
  }
}

/** A property is the text of the element, or its `content` attribute. */
const written = (element: HtmlElement): string =>
  questionText(element.getAttribute('content') ?? '') ||
  questionText(htmlToMarkdown(element) || (element.textContent ?? ''))

const elementsIn = (element: HtmlElement): HtmlElement[] =>
  [...element.childNodes].filter((node): node is HtmlElement => node.nodeType === 1)

/** `<details><summary>…`: a question that opens to its answer. */
function* openable(document: HtmlDocument): Generator<MarkedFaq> {
  for (const details of document.querySelectorAll('details')) {
    const summary = elementsIn(details).find(({ localName }) => localName === 'summary')
    if (!summary) continue
    const whole = htmlToMarkdown(details)
    const head = htmlToMarkdown(summary)
    if (whole.startsWith(head)) yield { kind: 'list', question: questionText(head), answer: whole.slice(head.length) }
  }
}

/** `<dl>`: each term with the descriptions up to the next; terms may stand in a group of their own. */
function* described(document: HtmlDocument): Generator<MarkedFaq> {
  for (const list of document.querySelectorAll('dl')) {
    const parts = elementsIn(list).flatMap((element) => (element.localName === 'div' ? elementsIn(element) : [element]))
    let term: string | null = null
    let answer: string[] = []
    for (const part of [...parts, null]) {
      if (part?.localName === 'dd') answer.push(htmlToMarkdown(part))
      if (part !== null && part.localName !== 'dt') continue
      if (term !== null && answer.length > 0) yield { kind: 'list', question: term, answer: answer.join('\n\n') }
      term = part && questionText(htmlToMarkdown(part))
      answer = []
    }
  }
}

/** Markup that repeats on every page belongs to none of them. */
function* withoutFrame(document: HtmlDocument, find: (document: HtmlDocument) => Generator<MarkedFaq>) {
  const copy = document.cloneNode(true)
  for (const element of [...copy.querySelectorAll(FRAME)]) element.remove()
  yield* find(copy)
}

/** The questions that a page marks as such, with their answers; where it says one twice, as its markup has it. */
export function faqsOfPage(document: HtmlDocument): MarkedFaq[] {
  const found: MarkedFaq[] = [...jsonLd(document), ...microdata(document)]
  if (document.querySelector('details, dl')) {
    found.push(...withoutFrame(document, openable), ...withoutFrame(document, described))
  }
  return usableFaqs(found)
}
