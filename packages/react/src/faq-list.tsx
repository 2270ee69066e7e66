import { type ClientOptions, createClient, type PublicFaq } from '@answerloom/client'
import type { ReactNode } from 'react'
import { Markup, part, rootProps, type Theme } from './parts.tsx'

export interface FaqSelection {
  /** Only the FAQs of this category. */
  category?: string
  /** At most so many, the first in the workspace's order. */
  limit?: number
}

export const selectFaqs = (faqs: readonly PublicFaq[], { category, limit }: FaqSelection): PublicFaq[] =>
  faqs.filter((faq) => category === undefined || faq.category === category).slice(0, limit)

/** Loads a workspace's published FAQs, on a server or in the browser. @throws AnswerloomError */
export async function getFaqs({
  category,
  limit,
  signal,
  ...client
}: ClientOptions & FaqSelection & { signal?: AbortSignal }): Promise<PublicFaq[]> {
  const faqs = await createClient(client).faqs({ signal, limit: category === undefined ? limit : undefined })
  return selectFaqs(faqs, { category, limit })
}

export interface FaqListProps {
  faqs: readonly PublicFaq[]
  heading?: string
  theme?: Theme
  className?: string
  children?: ReactNode
}

/** FAQs that open one by one, without any script. */
export const FaqList = ({ faqs, heading, theme, className, children }: FaqListProps) => (
  <section {...rootProps('faq', theme, className)} aria-label={heading}>
    {heading && <h2 {...part('heading')}>{heading}</h2>}
    {faqs.map(({ id, question, blocks }) => (
      <details key={id} {...part('faq-item')}>
        <summary {...part('summary')} dir="auto">
          {question}
        </summary>
        <Markup blocks={blocks} name="faq-answer" />
      </details>
    ))}
    {children}
  </section>
)
