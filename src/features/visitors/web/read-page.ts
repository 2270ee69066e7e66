import type { MarkupBlock, MarkupInline } from '../../../kernel/markup.ts'
import { type HelpState, LIST_ID, STATE_ID } from './help-state.ts'
import { type ShownFaq, shownFaq } from './shown-faq.ts'

// The page's FAQs are read back from what the server rendered: sending them a second time as data would double the page.

function inlineOf(node: ChildNode): MarkupInline {
  if (!(node instanceof HTMLElement)) return { kind: 'text', text: node.textContent ?? '' }
  if (node.tagName === 'BR') return { kind: 'break' }
  const text = node.textContent ?? ''
  // The attribute, not the property: the address as it was written, so that hydration finds nothing to change.
  if (node.tagName === 'A') return { kind: 'link', href: node.getAttribute('href') ?? '', text }
  return { kind: 'strong', children: inlinesOf(node) }
}

const inlinesOf = (element: Element): MarkupInline[] => [...element.childNodes].map(inlineOf)

function blockOf(element: Element): MarkupBlock {
  if (element.tagName === 'P') return { kind: 'paragraph', children: inlinesOf(element) }
  return {
    kind: 'list',
    ordered: element.tagName === 'OL',
    start: (element as HTMLOListElement).start,
    items: [...element.children].map(inlinesOf),
  }
}

function faqOf(element: HTMLElement): ShownFaq {
  return {
    id: element.dataset.id ?? '',
    slug: element.querySelector('.faq-body')?.id ?? '',
    question: element.querySelector('h2')?.textContent ?? '',
    category: element.dataset.category ?? '',
    answer: [...(element.querySelector('.answer')?.children ?? [])].map(blockOf),
  }
}

/** The FAQs of the page; where search results stand in their place they come with the state. */
export function readFaqs({ faqs }: HelpState): ShownFaq[] {
  return faqs?.map(shownFaq) ?? [...document.querySelectorAll<HTMLElement>(`#${LIST_ID} details`)].map(faqOf)
}

export function readState(): HelpState {
  return JSON.parse(document.getElementById(STATE_ID)?.textContent ?? '') as HelpState
}
