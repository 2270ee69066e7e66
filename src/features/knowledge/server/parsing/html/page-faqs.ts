import { oneLine } from '../../../../../kernel/text.ts'
import { type MarkedFaq, usableFaqs } from '../../../domain/marked-faq.ts'
import { fragmentToMarkdown, htmlToMarkdown } from './html-to-markdown.ts'
import { type HtmlDocument, type HtmlElement, openFragment } from './html-tree.ts'

/** JSON-LD nests; what is deeper than this was not made for reading. */
const MAX_DEPTH = 12
const FRAME_ELEMENTS = 'nav, footer, header, aside'

type JsonObject = Record<string, unknown>

const asList = (jsonValue: unknown): unknown[] =>
  Array.isArray(jsonValue) ? jsonValue : jsonValue === undefined ? [] : [jsonValue]
const isJsonObject = (jsonValue: unknown): jsonValue is JsonObject =>
  typeof jsonValue === 'object' && jsonValue !== null && !Array.isArray(jsonValue)
/** `FAQPage`, `schema:FAQPage` and `https://schema.org/FAQPage` are the same type. */
const hasType = (jsonNode: JsonObject, typeName: string): boolean =>
  asList(jsonNode['@type']).some(
    (typeEntry) => typeof typeEntry === 'string' && typeEntry.split(/[/:#]/).at(-1) === typeName,
  )

/** Texts in JSON-LD are mostly HTML, and sometimes HTML whose tags are escaped. */
function valueToMarkdown(jsonValue: unknown): string {
  const htmlText = typeof jsonValue === 'string' ? jsonValue : isJsonObject(jsonValue) ? jsonValue['@value'] : undefined
  if (typeof htmlText !== 'string') return ''
  const markup = /<[a-z][^>]*>/i.test(htmlText) ? htmlText : htmlText.replace(/\r?\n/g, '<br>')
  const plainText = openFragment(markup).textContent ?? ''
  return fragmentToMarkdown(/<(p|br|a|ul|ol|li|strong|b|em|div|span)\b[^>]*>/i.test(plainText) ? plainText : markup)
}

const questionText = (markdown: string): string => oneLine(markdown.replace(/^#+\s+/gm, ''))

function* faqPageQuestions(faqPage: JsonObject): Generator<MarkedFaq> {
  for (const questionNode of [...asList(faqPage.mainEntity), ...asList(faqPage.hasPart)]) {
    if (!isJsonObject(questionNode) || !hasType(questionNode, 'Question')) continue
    const question = questionText(valueToMarkdown(questionNode.name ?? questionNode.text))
    const [answer] = [...asList(questionNode.acceptedAnswer), ...asList(questionNode.suggestedAnswer)]
    if (isJsonObject(answer)) yield { kind: 'markup', question, answer: valueToMarkdown(answer.text ?? answer.name) }
  }
}

/** Every FAQPage in a tree of JSON-LD, however it is wrapped. */
function* findInJson(jsonNode: unknown, depth = 0): Generator<MarkedFaq> {
  if (depth > MAX_DEPTH || typeof jsonNode !== 'object' || jsonNode === null) return
  if (Array.isArray(jsonNode)) {
    for (const childNode of jsonNode) yield* findInJson(childNode, depth + 1)
    return
  }
  if (hasType(jsonNode as JsonObject, 'FAQPage')) yield* faqPageQuestions(jsonNode as JsonObject)
  for (const jsonValue of Object.values(jsonNode)) yield* findInJson(jsonValue, depth + 1)
}

function* jsonLdFaqs(document: HtmlDocument): Generator<MarkedFaq> {
  for (const scriptElement of document.querySelectorAll('script[type]')) {
    if (!/^application\/ld\+json\b/i.test((scriptElement.getAttribute('type') ?? '').trim())) continue
    try {
      const jsonText = (scriptElement.textContent ?? '').replace(
        /^\s*(?:<!--|\/\*<!\[CDATA\[\*\/)|(?:-->|\/\*\]\]>\*\/)\s*$/g,
        '',
      )
      yield* findInJson(JSON.parse(jsonText))
    } catch {
      // Broken markup says nothing.
    }
  }
}

const hasItemType = (element: HtmlElement, typeName: string): boolean =>
  (element.getAttribute('itemtype') ?? '').split(/\s+/).some((itemType) => itemType.split(/[/#]/).at(-1) === typeName)

function* microdataFaqs(document: HtmlDocument): Generator<MarkedFaq> {
  for (const faqPage of document.querySelectorAll('[itemscope][itemtype]')) {
    if (!hasItemType(faqPage, 'FAQPage')) continue
    for (const element of faqPage.querySelectorAll('[itemscope][itemtype]')) {
      if (!hasItemType(element, 'Question')) continue
      const nameElement = element.querySelector('[itemprop~="name"]')
      const answerElement = element.querySelector('[itemprop~="acceptedAnswer"], [itemprop~="suggestedAnswer"]')
      const textElement = answerElement?.querySelector('[itemprop~="text"]') ?? answerElement
      if (nameElement && textElement)
        yield { kind: 'markup', question: propertyText(nameElement), answer: htmlToMarkdown(textElement) }
    }
  }
}

/** A property is the text of the element, or its `content` attribute. */
const propertyText = (element: HtmlElement): string =>
  questionText(element.getAttribute('content') ?? '') ||
  questionText(htmlToMarkdown(element) || (element.textContent ?? ''))

const childElements = (element: HtmlElement): HtmlElement[] =>
  [...element.childNodes].filter((childNode): childNode is HtmlElement => childNode.nodeType === 1)

/** `<details><summary>…`: a question that opens to its answer. */
function* openableFaqs(document: HtmlDocument): Generator<MarkedFaq> {
  for (const detailsElement of document.querySelectorAll('details')) {
    const summaryElement = childElements(detailsElement).find(({ localName }) => localName === 'summary')
    if (!summaryElement) continue
    const wholeMarkdown = htmlToMarkdown(detailsElement)
    const summaryMarkdown = htmlToMarkdown(summaryElement)
    if (wholeMarkdown.startsWith(summaryMarkdown))
      yield {
        kind: 'list',
        question: questionText(summaryMarkdown),
        answer: wholeMarkdown.slice(summaryMarkdown.length),
      }
  }
}

/** `<dl>`: each term with the descriptions up to the next; terms may stand in a group of their own. */
function* describedFaqs(document: HtmlDocument): Generator<MarkedFaq> {
  for (const listElement of document.querySelectorAll('dl')) {
    const listParts = childElements(listElement).flatMap((element) =>
      element.localName === 'div' ? childElements(element) : [element],
    )
    let currentTerm: string | null = null
    let answerParts: string[] = []
    for (const listPart of [...listParts, null]) {
      if (listPart?.localName === 'dd') answerParts.push(htmlToMarkdown(listPart))
      if (listPart !== null && listPart.localName !== 'dt') continue
      if (currentTerm !== null && answerParts.length > 0)
        yield { kind: 'list', question: currentTerm, answer: answerParts.join('\n\n') }
      currentTerm = listPart && questionText(htmlToMarkdown(listPart))
      answerParts = []
    }
  }
}

/** Markup that repeats on every page belongs to none of them. */
function* withoutFrame(document: HtmlDocument, findFaqs: (document: HtmlDocument) => Generator<MarkedFaq>) {
  const documentCopy = document.cloneNode(true)
  for (const element of [...documentCopy.querySelectorAll(FRAME_ELEMENTS)]) element.remove()
  yield* findFaqs(documentCopy)
}

/** The questions that a page marks as such, with their answers; where it says one twice, as its markup has it. */
export function faqsOfPage(document: HtmlDocument): MarkedFaq[] {
  const foundFaqs: MarkedFaq[] = [...jsonLdFaqs(document), ...microdataFaqs(document)]
  if (document.querySelector('details, dl')) {
    foundFaqs.push(...withoutFrame(document, openableFaqs), ...withoutFrame(document, describedFaqs))
  }
  return usableFaqs(foundFaqs)
}
