import type { PageNode } from './answer/answer-text.tsx'
import { type HelpState, LIST_ID, STATE_ID } from './help-state.ts'
import type { ShownFaq } from './list/shown-faq.ts'

// The page's FAQs are read back from what the server rendered: sending them a second time as data would double the page.

/** Attributes, not properties: as they were written, so that hydration finds nothing to change. */
const readNode = (childNode: ChildNode): PageNode =>
  childNode instanceof Element
    ? {
        tag: childNode.localName,
        attributes: Object.fromEntries([...childNode.attributes].map(({ name, value }) => [name, value])),
        children: readChildren(childNode),
      }
    : { text: childNode.textContent ?? '' }

const readChildren = (parent: Element | null): PageNode[] => [...(parent?.childNodes ?? [])].map(readNode)

function readFaqElement(faqElement: HTMLElement): ShownFaq {
  return {
    id: faqElement.dataset.id ?? '',
    slug: faqElement.querySelector('.faq-body')?.id ?? '',
    question: faqElement.querySelector('h2')?.textContent ?? '',
    category: faqElement.dataset.category ?? '',
    blocks: readChildren(faqElement.querySelector('.answer')),
  }
}

/** The FAQs of the page; where search results stand in their place they come with the state. */
export function readFaqs({ faqs }: HelpState): ShownFaq[] {
  return faqs ?? [...document.querySelectorAll<HTMLElement>(`#${LIST_ID} details`)].map(readFaqElement)
}

export function readState(): HelpState {
  return JSON.parse(document.getElementById(STATE_ID)?.textContent ?? '') as HelpState
}
