import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { Page } from '../../../../web/ui/page.tsx'
import { PageHeader } from '../../../../web/ui/page-header.tsx'
import { useWorkspace } from '../../../workspaces/web/index.ts'
import { useImportRun } from './import-run.ts'
import { PrepareImport } from './prepare-import.tsx'
import { RunView } from './run-view.tsx'

/** /pages/import: FAQs out of a file. */
export function Component() {
  const { workspace, can } = useWorkspace()
  const run = useImportRun()
  return (
    <Page>
      <PageHeader title="Import FAQs" subtitle="From a CSV, JSON or Markdown file" />
      {!workspace || !can('faq.import') ? (
        <EmptyState title={workspace ? 'You do not have permission to import FAQs' : 'No workspace selected'} />
      ) : run && run.workspaceId !== workspace.id ? (
        <EmptyState
          title="An import into another workspace is in progress"
          message="Switch to that workspace to see its progress. You can start another import after closing it."
        />
      ) : run ? (
        <RunView run={run} />
      ) : (
        <PrepareImport key={workspace.id} workspaceId={workspace.id} />
      )}
    </Page>
  )
}
