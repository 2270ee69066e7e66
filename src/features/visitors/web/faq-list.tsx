import type { ListPage } from '../contract.ts'
import { EmptyState } from './empty-state.tsx'
import { FaqItem } from './faq-item.tsx'
import { LIST_ID } from './help-state.ts'
import type { ShownFaq } from './shown-faq.ts'

interface FaqListProps {
  faqs: ShownFaq[]
  category: string | null
  base: string
}

export function FaqList({ faqs, category, base }: FaqListProps) {
  const shown = faqs.filter((faq) => category === null || faq.category === category)
  return (
    <div id={LIST_ID}>
      {shown.map((faq) => (
        <FaqItem key={faq.id} faq={faq} group="_faqs" href={`${base}/${faq.slug}`} anchored />
      ))}
      {shown.length === 0 && (
        <EmptyState>
          {category === null ? 'No FAQs have been published yet.' : `No FAQs found in ${category} category.`}
        </EmptyState>
      )}
    </div>
  )
}

/** Links to the other pages of a long list. */
export function ListPages({ page, category, base }: { page: ListPage; category: string | null; base: string }) {
  const href = (number: number) => {
    const parameters = new URLSearchParams({
      ...(category && { category }),
      ...(number > 1 && { page: String(number) }),
    })
    return parameters.size ? `${base}?${parameters}` : base
  }
  return (
    <nav aria-label="Pages" className="mt-6 flex items-center justify-between gap-4 text-md">
      {page.number > 1 ? (
        <a className="quiet" rel="prev" href={href(page.number - 1)}>
          Previous
        </a>
      ) : (
        <span />
      )}
      <span className="text-ink-soft">
        {/* One text: the server's would be one, and coming to life must change nothing. */}
        {`Page ${page.number} of ${page.count}`}
      </span>
      {page.number < page.count ? (
        <a className="quiet" rel="next" href={href(page.number + 1)}>
          Next
        </a>
      ) : (
        <span />
      )}
    </nav>
  )
}
