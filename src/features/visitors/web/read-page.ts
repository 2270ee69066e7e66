import type { MarkupBlock, MarkupInline } from '../../../kernel/markup.ts'
import { type HelpState, LIST_ID, STATE_ID } from './help-state.ts'
import type { ShownFaq } from './list/shown-faq.ts'

// The page's FAQs are read back from what the server rendered: sending them a second time as data would double the page.

function inlineOf(node: ChildNode): MarkupInline {
  const text = node.textContent ?? ''
  if (!(node instanceof HTMLElement)) return { kind: 'text', text }
  const { tagName } = node
  if (tagName === 'BR') return { kind: 'break' }
  if (tagName === 'CODE') return { kind: 'code', text }
  const children = inlinesOf(node)
  // The attribute, not the property: the address as it was written, so that hydration finds nothing to change.
  if (tagName === 'A') return { kind: 'link', href: node.getAttribute('href') ?? '', children }
  return { kind: tagName === 'EM' ? 'emphasis' : 'strong', children }
}

const inlinesOf = (element: Element): MarkupInline[] => [...element.childNodes].map(inlineOf)
const isBlock = (node: ChildNode): node is HTMLElement =>
  node instanceof HTMLElement && /^(P|H\d|[OU]L|PRE|TABLE)$/.test(node.tagName)

function blockOf(element: HTMLElement): MarkupBlock {
  const { tagName } = element
  if (tagName === 'PRE') return { kind: 'code', text: element.textContent ?? '' }
  if (tagName === 'TABLE') {
    const [header = [], ...rows] = [...element.querySelectorAll('tr')].map((row) => [...row.children].map(inlinesOf))
    return { kind: 'table', header, rows }
  }
  if (/L$/.test(tagName))
    return {
      kind: 'list',
      ordered: tagName === 'OL',
      start: (element as HTMLOListElement).start,
      items: [...element.children].map(blocksOf),
    }
  const children = inlinesOf(element)
  return tagName === 'P'
    ? { kind: 'paragraph', children }
    : { kind: 'heading', level: tagName === 'H3' ? 1 : 3, children }
}

/** Text directly in an item is its first paragraph. */
function blocksOf(element: Element | null): MarkupBlock[] {
  const nodes = [...(element?.childNodes ?? [])]
  const words = nodes.filter((node) => !isBlock(node))
  const blocks = nodes.filter(isBlock).map(blockOf)
  return words.length > 0 ? [{ kind: 'paragraph', children: words.map(inlineOf) }, ...blocks] : blocks
}

function faqOf(element: HTMLElement): ShownFaq {
  return {
    id: element.dataset.id ?? '',
    slug: element.querySelector('.faq-body')?.id ?? '',
    question: element.querySelector('h2')?.textContent ?? '',
    category: element.dataset.category ?? '',
    blocks: blocksOf(element.querySelector('.answer')),
  }
}

/** The FAQs of the page; where search results stand in their place they come with the state. */
export function readFaqs({ faqs }: HelpState): ShownFaq[] {
  return faqs ?? [...document.querySelectorAll<HTMLElement>(`#${LIST_ID} details`)].map(faqOf)
}

export function readState(): HelpState {
  return JSON.parse(document.getElementById(STATE_ID)?.textContent ?? '') as HelpState
}
