import type { ListPage } from '../contract.ts'

/** Links to the other pages of a long list. They need no script, and the style sheet hides them while the list is away. */
export function ListPages({ page, category, base }: { page: ListPage; category: string | null; base: string }) {
  const href = (number: number) => {
    const parameters = new URLSearchParams({
      ...(category && { category }),
      ...(number > 1 && { page: String(number) }),
    })
    return parameters.size ? `${base}?${parameters}` : base
  }
  return (
    <nav aria-label="Pages" className="list-pages column mt-6 flex items-center justify-between gap-4 text-md">
      {page.number > 1 ? (
        <a className="quiet" rel="prev" href={href(page.number - 1)}>
          Previous
        </a>
      ) : (
        <span />
      )}
      <span className="text-ink-soft">
        Page {page.number} of {page.count}
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
