import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '../../kernel/format.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

interface OverviewCardProps<Item> {
  title: string
  description: string
  /** Address of the whole list, and the number of its items. */
  to: string
  total: number
  items: readonly Item[]
  /** Text and address of a row; `note` is a paragraph below it. */
  row: (item: Item) => { to: string; text: string; note: ReactNode }
}

/** The first items of a list, on the overview. */
export function OverviewCard<Item extends { id: string }>(card: OverviewCardProps<Item>) {
  const { title, description, to, total, items, row } = card
  return (
    <Card
      title={title}
      description={description}
      actions={
        <ButtonLink to={to} size="sm">
          {`See all ${formatNumber(total)}`}
        </ButtonLink>
      }
    >
      <ol aria-label={title}>
        {items.map((item) => {
          const { to: address, text, note } = row(item)
          return (
            <li key={item.id} className="border-line py-2.5 not-last:border-b">
              <Link
                to={address}
                className="line-clamp-2 rounded-xs text-md font-medium [overflow-wrap:anywhere] hover:underline"
              >
                {text}
              </Link>
              {note}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
