import { Archive, Download, Ellipsis, ExternalLink, FileUp, RotateCw, Trash, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { IconButton } from '../../../web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../../web/ui/menu.tsx'
import { useWorkspace } from '../../workspaces/web/index.ts'
import { useFaqFilters } from './list/use-faq-filters.ts'
import { useAllFaqsActions } from './use-all-faqs-actions.ts'

const ExportDialog = lazy(() => import('./transfer/export-dialog.tsx'))

/** Refresh, import, export, and for those who may act on all FAQs at once: Archive All, Delete All. */
export function FaqsMenu({ mayBulk }: { mayBulk: boolean }) {
  const actions = useAllFaqsActions()
  const { workspace, current, can } = useWorkspace()
  const { filters, filtered } = useFaqFilters()
  /** null until it is asked for the first time. */
  const [exporting, setExporting] = useState<boolean | null>(null)
  const [asking, setAsking] = useState<'archive' | 'delete' | null>(null)
  return (
    <>
      <Menu
        trigger={
          <IconButton label="Actions for all FAQs" variant="secondary" size="md" icon={<Ellipsis size={16} />} />
        }
      >
        <MenuItem icon={<RotateCw size={16} />} onSelect={actions.refresh}>
          Refresh
        </MenuItem>
        {current && (
          <MenuItem
            icon={<ExternalLink size={16} />}
            onSelect={() => void window.open(current.public_url, '_blank', 'noopener')}
          >
            Open your page
          </MenuItem>
        )}
        {can('faq.import') && (
          <MenuLink icon={<FileUp size={16} />} to="/pages/import">
            Import FAQs
          </MenuLink>
        )}
        <MenuItem icon={<Download size={16} />} onSelect={() => setExporting(true)}>
          Export FAQs
        </MenuItem>
        <MenuLink icon={<Trash size={16} />} to="/pages/trash">
          Trash
        </MenuLink>
        {mayBulk && (
          <>
            <MenuSeparator />
            <MenuItem icon={<Archive size={16} />} onSelect={() => setAsking('archive')}>
              Archive All
            </MenuItem>
            <MenuItem destructive icon={<Trash2 size={16} />} onSelect={() => setAsking('delete')}>
              Delete All
            </MenuItem>
          </>
        )}
      </Menu>
      <ConfirmDialog
        open={asking === 'archive'}
        onOpenChange={() => setAsking(null)}
        title="Archive All FAQs"
        description="Visitors will no longer see or find any of your FAQs. Drafts are archived as well."
        confirmLabel="Archive All"
        onConfirm={actions.archiveAll}
      />
      <ConfirmDialog
        open={asking === 'delete'}
        onOpenChange={() => setAsking(null)}
        title="Delete All FAQs"
        description="Are you sure you want to delete all FAQs of this workspace, in every status? They stay in the trash for 30 days."
        confirmLabel="Delete All"
        destructive
        onConfirm={actions.deleteAll}
      />
      <Suspense>
        {exporting !== null && workspace && (
          <ExportDialog
            workspaceId={workspace.id}
            filters={filters}
            filtered={filtered}
            open={exporting}
            onOpenChange={setExporting}
          />
        )}
      </Suspense>
    </>
  )
}
