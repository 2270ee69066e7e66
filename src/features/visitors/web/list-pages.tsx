import type { ListPage, PagePlace, VisitorTexts } from '../contract.ts'
import { fill } from '../domain/fill.ts'

interface ListPagesProps {
  page: ListPage
  category: string | null
  place: PagePlace
  texts: VisitorTexts
}

/** Links to the other pages of a long list. They need no script, and the style sheet hides them while the list is away. */
export function ListPages({ page, category, place, texts }: ListPagesProps) {
  const root = place.base || '/'
  const href = (number: number) => {
    const parameters = new URLSearchParams({
      ...(category && { category }),
      ...(number > 1 && { page: String(number) }),
      ...(place.asked && { lang: place.asked }),
    })
    return parameters.size ? `${root}?${parameters}` : root
  }
  return (
    <nav aria-label={texts.pages} className="list-pages column mt-6 flex items-center justify-between gap-4 text-md">
      {page.number > 1 ? (
        <a className="quiet" rel="prev" href={href(page.number - 1)}>
          {texts.previous}
        </a>
      ) : (
        <span />
      )}
      <span className="text-ink-soft">{fill(texts.page, { n: page.number, count: page.count })}</span>
      {page.number < page.count ? (
        <a className="quiet" rel="next" href={href(page.number + 1)}>
          {texts.next}
        </a>
      ) : (
        <span />
      )}
    </nav>
  )
}
