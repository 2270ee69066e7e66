import { formatDate } from '../../../kernel/format.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Checkbox } from '../../../web/ui/checkbox.tsx'
import { cx } from '../../../web/ui/class-names.ts'
import { Cell, HeaderCell, Row, Table, TableBody, TableHead } from '../../../web/ui/table.tsx'
import type { ContentItem } from '../contract.ts'
import { TYPE_LABELS } from './source-labels.ts'

export const keyOf = (item: ContentItem): string => `${item.source_type}:${item.source_id}`

interface ContentTableProps {
  items: ContentItem[]
  /** The rows belong to the filters before; new ones are on their way. */
  outdated: boolean
  /** Keys of rows; null where nothing may be selected. */
  selected: ReadonlySet<string> | null
  onSelect: (selected: ReadonlySet<string>) => void
}

/** Source Type, Source Name, Created. */
export function ContentTable({ items, outdated, selected, onSelect }: ContentTableProps) {
  const chosen = items.filter((item) => selected?.has(keyOf(item))).length
  const toggle = (item: ContentItem, on: boolean) => {
    const next = new Set(selected)
    if (on) next.add(keyOf(item))
    else next.delete(keyOf(item))
    onSelect(next)
  }
  return (
    <Table label="Content" className={cx('transition-opacity', outdated && 'opacity-60')}>
      <TableHead>
        {selected && (
          <HeaderCell className="w-10 pr-0">
            <Checkbox
              aria-label="Select all"
              checked={chosen === items.length}
              indeterminate={chosen > 0 && chosen < items.length}
              onCheckedChange={(on) => onSelect(new Set(on ? items.map(keyOf) : []))}
            />
          </HeaderCell>
        )}
        <HeaderCell>Source Type</HeaderCell>
        <HeaderCell className="w-full">Source Name</HeaderCell>
        <HeaderCell className="max-sm:hidden">Created</HeaderCell>
      </TableHead>
      <TableBody aria-busy={outdated}>
        {items.map((item) => {
          const on = selected?.has(keyOf(item)) ?? false
          return (
            <Row key={keyOf(item)} selected={on}>
              {selected && (
                <Cell className="w-10 pr-0">
                  <Checkbox
                    aria-label={`Select ${item.source_name}`}
                    checked={on}
                    onCheckedChange={(next) => toggle(item, next)}
                  />
                </Cell>
              )}
              <Cell>
                <Badge>{TYPE_LABELS[item.source_type].one}</Badge>
              </Cell>
              <Cell className="max-w-0 min-w-40 truncate font-medium max-sm:whitespace-normal">{item.source_name}</Cell>
              <Cell className="text-sm whitespace-nowrap text-ink-soft max-sm:hidden">
                {formatDate(item.created_at)}
              </Cell>
            </Row>
          )
        })}
      </TableBody>
    </Table>
  )
}
