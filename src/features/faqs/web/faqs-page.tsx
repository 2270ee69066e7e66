import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { useWorkspace } from '../../workspaces/web/index.ts'
import { CreateFaqDialog } from './create-faq-dialog.tsx'
import { FaqList } from './faq-list.tsx'
import { FaqToolbar } from './faq-toolbar.tsx'
import { FaqsMenu } from './faqs-menu.tsx'
import { useFaqFilters } from './use-faq-filters.ts'

/** /pages: the workspace's FAQs, in the order in which visitors see them. */
export function Component() {
  const { workspace, can } = useWorkspace()
  const state = useFaqFilters()
  const [creating, setCreating] = useState(false)

  const openOnRequest = useEffectEvent(() => {
    setCreating(true)
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
            <Button variant="primary" icon={<Plus size={16} />} onClick={() => setCreating(true)}>
              Create FAQ
            </Button>
          </>
        }
      />
      <FaqToolbar state={state} />
      <FaqList state={state} />
      <CreateFaqDialog open={creating} onOpenChange={setCreating} />
    </Page>
  )
}
