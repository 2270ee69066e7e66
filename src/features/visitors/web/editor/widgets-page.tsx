import { QueryError } from '../../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../../web/ui/skeleton.tsx'
import { useAppearance } from '../../../appearance/web/index.ts'
import { WorkspacePage } from '../../../workspaces/web/index.ts'
import { Editor } from './editor.tsx'

/** /widgets: how the public page and the widget look. */
export const Component = () => (
  <WorkspacePage title="Widgets" subtitle="Appearance of your FAQ page and your widget">
    <StoredLook />
  </WorkspacePage>
)

function StoredLook() {
  const stored = useAppearance()
  if (stored.data) return <Editor stored={stored.data} />
  if (stored.isError) return <QueryError title="The settings could not be loaded" query={stored} />
  return <SkeletonRows rows={6} />
}
