import type { MouseEvent } from 'react'
import type { HelpTexts, ListPage } from '../../contract.ts'
import { fillPlaceholders } from '../../domain/fill.ts'

interface ListPagesProps {
  page: ListPage
  texts: HelpTexts
  /** The address of a page. */
  href(number: number): string
  /** Shows a page on the spot. Without it the links are followed. */
  onTurn?: ((number: number) => void) | undefined
}

/** Links to the page before and the page after, which work without the script. */
export function ListPages({ page: { number, count }, texts, href, onTurn }: ListPagesProps) {
  if (count < 2) return null
  const link = (to: number, label: string) =>
    to > 0 && to <= count ? (
      <a
        className="quiet"
        href={href(to)}
        onClick={
          onTurn &&
          ((event: MouseEvent) => {
            event.preventDefault()
            onTurn(to)
          })
        }
      >
        {label}
      </a>
    ) : (
      <span />
    )
  return (
    <nav aria-label={texts.pages} className="bar">
      {link(number - 1, texts.previous)}
      <span>{fillPlaceholders(texts.page, { n: number, count })}</span>
      {link(number + 1, texts.next)}
    </nav>
  )
}
