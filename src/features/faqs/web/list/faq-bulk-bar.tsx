import { Archive, Eye, EyeOff, Tag, Trash2, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { formatNumber } from '../../../../kernel/format.ts'
import { Button, type ButtonProps } from '../../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import { IconButton } from '../../../../web/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../../../web/ui/menu.tsx'
import { BulkBar } from '../../../../web/ui/table.tsx'
import { faqCount } from '../../domain/many-faqs.ts'
import { useWide } from '../use-wide.ts'
import { useCategories } from './use-faqs.ts'
import { type LeftFaq, type ManyChange, useManyFaqs } from './use-many-faqs.ts'
import type { Selection } from './use-selection.ts'

const LeftFaqsDialog = lazy(() => import('./left-faqs-dialog.tsx'))

/** Actions for the selected FAQs; those that could not be changed stay selected, with the reason. */
export function FaqBulkBar({ selection, mayDelete }: { selection: Selection; mayDelete: boolean }) {
  const many = useManyFaqs()
  const categories = useCategories()
  const [asking, setAsking] = useState(false)
  const [left, setLeft] = useState<{ faqs: LeftFaq[]; open: boolean } | null>(null)
  const { selected, count } = selection
  const busy = many.progress !== null
  const draft = selected.some(({ status }) => status === 'draft')
  const published = selected.some(({ status }) => status === 'published')
  const live = selected.some(({ status }) => status !== 'archived')

  const run = async (change: Omit<ManyChange, 'faqs'>) => {
    const faqs = await many.run({ ...change, faqs: selected })
    if (!faqs) return
    selection.selectOnly(faqs.map(({ id }) => id))
    if (faqs.length > 0) setLeft({ faqs, open: true })
  }

  return (
    <>
      {(count > 0 || busy) && (
        <BulkBar
          label={
            many.progress && many.progress.of > many.progress.done
              ? `${formatNumber(many.progress.done)} of ${formatNumber(many.progress.of)} done`
              : `${faqCount(count)} selected`
          }
        >
          {selection.selectable !== null && (
            <Button size="sm" variant="secondary" disabled={busy} onClick={selection.selectEvery}>
              {`Select all ${formatNumber(selection.selectable)}`}
            </Button>
          )}
          <BarButton
            label="Publish"
            icon={<Eye size={15} />}
            disabled={busy || !draft}
            onClick={() => run({ action: 'publish' })}
          />
          <BarButton
            label="Unpublish"
            icon={<EyeOff size={15} />}
            disabled={busy || !published}
            onClick={() => run({ action: 'unpublish' })}
          />
          <Menu
            side="top"
            className="max-h-80"
            trigger={<BarButton label="Move to category" icon={<Tag size={15} />} disabled={busy} />}
          >
            {categories.map((category) => (
              <MenuItem key={category} onSelect={() => void run({ action: 'move', category })}>
                {category}
              </MenuItem>
            ))}
          </Menu>
          <BarButton
            label="Archive"
            icon={<Archive size={15} />}
            disabled={busy || !live}
            onClick={() => run({ action: 'archive' })}
          />
          {mayDelete && (
            <BarButton
              label="Delete"
              variant="danger-ghost"
              icon={<Trash2 size={15} />}
              disabled={busy}
              onClick={() => setAsking(true)}
            />
          )}
          <IconButton
            label="Clear selection"
            icon={<X size={16} />}
            disabled={busy}
            onClick={() => selection.selectAll(false)}
          />
        </BulkBar>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={count === 1 ? 'Delete FAQ' : `Delete ${faqCount(count)}`}
        description={
          count === 1
            ? 'Are you sure you want to delete this FAQ? It stays in the trash for 30 days.'
            : `Are you sure you want to delete these ${faqCount(count)}? They stay in the trash for 30 days.`
        }
        confirmLabel="Delete"
        destructive
        onConfirm={() => run({ action: 'delete' })}
      />
      <Suspense>
        {left && (
          <LeftFaqsDialog
            faqs={left.faqs}
            open={left.open}
            onOpenChange={(open) => setLeft({ faqs: left.faqs, open })}
          />
        )}
      </Suspense>
    </>
  )
}

/** Named by its picture alone where there is no room for words. */
function BarButton({ label, icon, variant = 'ghost', ...rest }: ButtonProps & { label: string; icon: ReactNode }) {
  const wide = useWide()
  if (!wide) return <IconButton {...rest} label={label} icon={icon} variant={variant} tooltip={false} />
  return (
    <Button {...rest} size="sm" variant={variant} icon={icon}>
      {label}
    </Button>
  )
}
