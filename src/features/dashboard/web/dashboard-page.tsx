import { ButtonLink } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { useSession } from '../../accounts/web/index.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'
import { FaqPageCard } from './faq-page-card.tsx'
import { NextSteps } from './next-steps.tsx'
import { StatCards } from './stat-cards.tsx'

/** /dashboard: how the workspace stands and what to do next. */
export function Component() {
  const { workspace } = useWorkspace()
  const profile = useSession()
  const name = profile?.first_name
  if (!workspace) {
    return (
      <Page>
        <PageHeader title="Dashboard" />
        <EmptyState
          title="No workspace selected"
          message="Create one to publish FAQs and answer your visitors."
          action={
            <ButtonLink to="/workspace-setup" variant="primary">
              Create Workspace
            </ButtonLink>
          }
        />
      </Page>
    )
  }
  return (
    <Page>
      <PageHeader title={name ? `Welcome, ${name}` : 'Welcome'} subtitle={`What is happening in ${workspace.name}`} />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <div className="lg:col-span-2">
          <StatCards />
        </div>
        <NextSteps />
        <FaqPageCard />
      </div>
    </Page>
  )
}
