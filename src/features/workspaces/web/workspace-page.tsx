import type { ReactNode } from 'react'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { PageHeader, type PageHeaderProps } from '../../../web/ui/page-header.tsx'
import { useWorkspace } from './workspace-context.tsx'

interface WorkspacePageProps extends PageHeaderProps {
  /** Shown where no workspace is selected, below that statement. */
  unselected?: string
  /** Mounted only where a workspace is selected. */
  children: ReactNode
}

/** A dashboard page about the selected workspace. */
export function WorkspacePage({ unselected, children, ...header }: WorkspacePageProps) {
  const { workspace } = useWorkspace()
  return (
    <Page>
      <PageHeader {...header} />
      {workspace ? children : <EmptyState title="No workspace selected" {...(unselected && { message: unselected })} />}
    </Page>
  )
}
