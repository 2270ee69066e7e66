import type { PageNode } from './answer/answer-text.tsx'
import { type HelpState, LIST_ID, STATE_ID } from './help-state.ts'
import type { ShownFaq } from './list/shown-faq.ts'

// The page's FAQs are read back from what the server rendered: sending them a second time as data would double the page.

/** Attributes, not properties: as they were written, so that hydration finds nothing to change. */
const nodeOf = (node: ChildNode): PageNode =>
  node instanceof Element
    ? {
        tag: node.localName,
        attributes: Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value])),
        children: nodesOf(node),
      }
    : { text: node.textContent ?? '' }

const nodesOf = (element: Element | null): PageNode[] => [...(element?.childNodes ?? [])].map(nodeOf)

function faqOf(element: HTMLElement): ShownFaq {
  return {
    id: element.dataset.id ?? '',
    slug: element.querySelector('.faq-body')?.id ?? '',
    question: element.querySelector('h2')?.textContent ?? '',
    category: element.dataset.category ?? '',
    blocks: nodesOf(element.querySelector('.answer')),
  }
}

/** The FAQs of the page; where search results stand in their place they come with the state. */
export function readFaqs({ faqs }: HelpState): ShownFaq[] {
  return faqs ?? [...document.querySelectorAll<HTMLElement>(`#${LIST_ID} details`)].map(faqOf)
}

export function readState(): HelpState {
  return JSON.parse(document.getElementById(STATE_ID)?.textContent ?? '') as HelpState
}
