import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { Page } from '../../../../web/ui/page.tsx'
import { PageHeader } from '../../../../web/ui/page-header.tsx'
import { QueryError } from '../../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../../web/ui/skeleton.tsx'
import { useAppearance } from '../../../appearance/web/index.ts'
import { useWorkspace } from '../../../workspaces/web/index.ts'
import { Editor } from './editor.tsx'

/** /widgets: how the public page and the widget look. */
export function Component() {
  const { workspace } = useWorkspace()
  return (
    <Page>
      <PageHeader title="Widgets" subtitle="Appearance of your FAQ page and your widget" />
      {workspace ? <StoredLook /> : <EmptyState title="No workspace selected" />}
    </Page>
  )
}

function StoredLook() {
  const stored = useAppearance()
  if (stored.data) return <Editor stored={stored.data} />
  if (stored.isError) return <QueryError title="The settings could not be loaded" query={stored} />
  return <SkeletonRows rows={6} />
}
