import { formatDistanceToNow } from 'date-fns'
import { ArchiveRestore, Trash2 } from 'lucide-react'
import { Button } from '../../../../web/ui/button.tsx'
import { Checkbox } from '../../../../web/ui/checkbox.tsx'
import { cx } from '../../../../web/ui/class-names.ts'
import { IconButton } from '../../../../web/ui/icon-button.tsx'
import { Cell, HeaderCell, Row, Table, TableBody, TableHead } from '../../../../web/ui/table.tsx'
import type { TrashedFaq } from '../../contract.ts'
import { useColumnRoom } from '../use-wide.ts'

interface TrashTableProps {
  items: TrashedFaq[]
  /** The rows belong to the search before; new ones are on their way. */
  outdated: boolean
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  onRestore: (id: string) => void
  /** Null for those who may not. */
  onPurge: ((id: string) => void) | null
}

const restoreId = (faqId: string) => `restore-${faqId}`

/** Question, when and by whom it was deleted, how long it stays, and the way back. */
export function TrashTable({ items, outdated, selected, onSelect, onRestore, onPurge }: TrashTableProps) {
  const wide = useColumnRoom()
  const chosen = items.filter(({ id }) => selected.has(id)).length
  const toggle = (id: string, on: boolean) => {
    const next = new Set(selected)
    if (on) next.add(id)
    else next.delete(id)
    onSelect(next)
  }
  const restore = (index: number) => {
    const [faq, neighbor] = [items[index], items[index + 1] ?? items[index - 1]]
    if (!faq) return
    // The row disappears: the focus moves to its neighbor.
    if (neighbor) document.getElementById(restoreId(neighbor.id))?.focus()
    onRestore(faq.id)
  }
  return (
    <Table label="Deleted FAQs" className={cx('transition-opacity', outdated && 'opacity-60')}>
      <TableHead>
        <HeaderCell className="w-10 pr-0">
          <Checkbox
            aria-label="Select all"
            checked={chosen === items.length}
            indeterminate={chosen > 0 && chosen < items.length}
            onCheckedChange={(on) => onSelect(new Set(on ? items.map(({ id }) => id) : []))}
          />
        </HeaderCell>
        <HeaderCell className="w-full">Question</HeaderCell>
        {wide && <HeaderCell>Deleted</HeaderCell>}
        {wide && <HeaderCell>Time left</HeaderCell>}
        <HeaderCell>
          <span className="sr-only">Actions</span>
        </HeaderCell>
      </TableHead>
      <TableBody aria-busy={outdated}>
        {items.map((faq, index) => (
          <Row key={faq.id} selected={selected.has(faq.id)}>
            <Cell className="w-10 pr-0">
              <Checkbox
                aria-label={`Select ${faq.question}`}
                checked={selected.has(faq.id)}
                onCheckedChange={(on) => toggle(faq.id, on)}
              />
            </Cell>
            <Cell className="min-w-40">
              <p className="line-clamp-2 font-medium [overflow-wrap:anywhere]">{faq.question}</p>
              <p className="line-clamp-1 text-sm text-ink-soft [overflow-wrap:anywhere]">
                {wide ? faq.answer : deletedText(faq)}
              </p>
            </Cell>
            {wide && <Cell className="text-sm whitespace-nowrap text-ink-soft">{deletedText(faq)}</Cell>}
            {wide && (
              <Cell className="text-sm whitespace-nowrap text-ink-soft">
                <time dateTime={faq.purged_at}>{formatDistanceToNow(new Date(faq.purged_at))}</time>
              </Cell>
            )}
            <Cell className="pr-2!">
              <div className="flex items-center justify-end gap-1">
                {wide ? (
                  <Button
                    size="sm"
                    variant="ghost"
                    id={restoreId(faq.id)}
                    aria-label={`Restore ${faq.question}`}
                    icon={<ArchiveRestore size={15} aria-hidden="true" />}
                    onClick={() => restore(index)}
                  >
                    Restore
                  </Button>
                ) : (
                  <IconButton
                    id={restoreId(faq.id)}
                    label={`Restore ${faq.question}`}
                    tooltip={false}
                    icon={<ArchiveRestore size={16} />}
                    onClick={() => restore(index)}
                  />
                )}
                {onPurge && (
                  <IconButton
                    variant="danger-ghost"
                    label={`Delete ${faq.question} permanently`}
                    tooltip={false}
                    icon={<Trash2 size={16} />}
                    onClick={() => onPurge(faq.id)}
                  />
                )}
              </div>
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}

function deletedText({ deleted_at: at, deleted_by: by }: TrashedFaq): string {
  const when = formatDistanceToNow(new Date(at), { addSuffix: true })
  return by.kind === 'system' ? when : `${when} by ${by.kind === 'api_key' ? `API key “${by.name}”` : by.name}`
}
