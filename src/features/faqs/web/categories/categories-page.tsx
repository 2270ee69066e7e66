import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { Page } from '../../../../web/ui/page.tsx'
import { PageHeader } from '../../../../web/ui/page-header.tsx'
import { useWorkspace } from '../../../workspaces/web/index.ts'
import { CategoriesCard } from './categories-card.tsx'

/** /pages/categories: order and names of the categories, for owners. */
export function Component() {
  const { workspace, can } = useWorkspace()
  return (
    <Page narrow>
      <PageHeader
        title="Categories"
        subtitle="The categories of your FAQs. Visitors see those with FAQs, in this order."
      />
      {!workspace ? (
        <EmptyState title="No workspace selected" />
      ) : can('workspace.settings') ? (
        <CategoriesCard />
      ) : (
        <EmptyState
          title="Only owners can change categories"
          message="Ask an owner of this workspace to change them."
        />
      )}
    </Page>
  )
}
