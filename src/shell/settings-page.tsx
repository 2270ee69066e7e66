import { Suspense } from 'react'
import { AnswerLevelCard, MeaningCard, ModelUsageCard } from '../features/answering/web/index.ts'
import { ExportCard } from '../features/archive/web/index.ts'
import { DomainCard } from '../features/domains/web/index.ts'
import { VisitorDataCard } from '../features/questions/web/index.ts'
import { useWorkspace, WorkspaceSettings } from '../features/workspaces/web/index.ts'
import { ButtonLink } from '../web/ui/button.tsx'
import { Card } from '../web/ui/card.tsx'
import { EmptyState } from '../web/ui/empty-state.tsx'
import { Page } from '../web/ui/page.tsx'
import { PageHeader } from '../web/ui/page-header.tsx'
import { SkeletonRows } from '../web/ui/skeleton.tsx'

/** The workspace settings at /settings, for owners. */
export function Component() {
  const { workspace, current, can, loading } = useWorkspace()
  return (
    <Page narrow>
      <PageHeader title="Workspace Settings" subtitle={workspace?.name ?? 'Settings of the whole workspace'} />
      {!workspace && !loading ? (
        <EmptyState title="No workspace selected" />
      ) : !current ? (
        <SkeletonRows rows={6} />
      ) : can('workspace.settings') ? (
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <WorkspaceSettings
            key={current.workspace.id}
            answering={(settings) => (
              <>
                <AnswerLevelCard settings={settings} />
                <MeaningCard />
                <ModelUsageCard settings={settings} />
              </>
            )}
            domain={<DomainCard />}
            api={
              <Card
                title="Webhooks and assistants"
                description="Other programs are sent events, and assistants work with your content."
                actions={
                  <>
                    <ButtonLink to="/dashboard/integrations?tab=webhooks" size="sm">
                      Webhooks
                    </ButtonLink>
                    <ButtonLink to="/faq-links" size="sm">
                      Assistants
                    </ButtonLink>
                  </>
                }
              >
                <a
                  href="/api/docs"
                  target="_blank"
                  rel="noopener"
                  className="font-medium text-link underline underline-offset-3"
                >
                  API reference
                </a>
              </Card>
            }
            visitors={(settings) => (
              <>
                <VisitorDataCard settings={settings} />
                <ExportCard workspaceId={current.workspace.id} />
              </>
            )}
          />
        </Suspense>
      ) : (
        <EmptyState
          title="Only owners can change these settings"
          message="Ask an owner of this workspace to change its name, its address or who may reach it."
        />
      )}
    </Page>
  )
}
