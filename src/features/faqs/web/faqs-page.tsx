import { Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useUrlParameters } from '../../../web/browser/use-url-parameters.ts'
import { Button } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { FaqUsage } from '../../billing/web/index.ts'
import { PlanAction, useWorkspace } from '../../workspaces/web/index.ts'
import type { FaqStatus } from '../contract.ts'
import { FaqsMenu } from './faqs-menu.tsx'
import { FaqList } from './list/faq-list.tsx'
import { FaqToolbar } from './list/faq-toolbar.tsx'
import { useFaqFilters } from './list/use-faq-filters.ts'

const loadDialog = () => import('./editor/create-faq-dialog.tsx')
const CreateFaqDialog = lazy(loadDialog)
const FaqHistoryDialog = lazy(() => import('./history/faq-history-dialog.tsx'))

/** /pages: the workspace's FAQs, in the order in which visitors see them. */
export function Component() {
  const { workspace, current, can } = useWorkspace()
  const state = useFaqFilters()
  /** null until it is asked for the first time. */
  const [creating, setCreating] = useState<{ isOpen: boolean; status: FaqStatus } | null>(null)

  const openOnRequest = useEffectEvent(() => {
    setCreating({ isOpen: true, status: state.create ?? 'draft' })
    state.createSeen()
  })
  useEffect(() => {
    if (state.create && workspace) openOnRequest()
  }, [state.create, workspace])

  if (!workspace) {
    return (
      <Page>
        <PageHeader title="FAQs" subtitle="Manage your FAQ content and pages" />
        <EmptyState title="No workspace selected" />
      </Page>
    )
  }
  return (
    <Page>
      <PageHeader
        title="FAQs"
        subtitle="Manage your FAQ content and pages"
        actions={
          <>
            <FaqsMenu mayBulk={can('faq.bulk')} />
            <Button
              variant="primary"
              icon={<Plus size={16} />}
              onPointerEnter={loadDialog}
              onFocus={loadDialog}
              // After a first published FAQ, the next one starts as published too.
              onClick={() => setCreating({ isOpen: true, status: creating?.status ?? 'draft' })}
            >
              Create FAQ
            </Button>
          </>
        }
      />
      {current && (
        <FaqUsage
          used={current.faq_count}
          limit={current.access.limits.faqs}
          payerName={current.payer.you ? null : current.payer.name}
          className="mb-5"
          action={<PlanAction />}
        />
      )}
      <FaqToolbar state={state} />
      <FaqList state={state} />
      <Suspense>
        {creating !== null && (
          <CreateFaqDialog
            key={creating.status}
            open={creating.isOpen}
            onOpenChange={(isOpen) => setCreating({ ...creating, isOpen })}
            status={creating.status}
          />
        )}
      </Suspense>
      <HistoryInAddress />
    </Page>
  )
}

/** The history of the FAQ that the address names, so that it can be linked to. */
function HistoryInAddress() {
  const { params, change } = useUrlParameters()
  const named = params.get('history')
  /** The one that was named last: it is still shown while its dialog closes. */
  const [id, setId] = useState(named)
  if (named !== null && named !== id) setId(named)
  return (
    <Suspense>
      {id !== null && (
        <FaqHistoryDialog
          key={id}
          id={id}
          open={named !== null}
          onOpenChange={(open) => !open && change({ history: null })}
        />
      )}
    </Suspense>
  )
}
