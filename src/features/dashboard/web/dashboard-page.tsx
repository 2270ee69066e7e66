import { Suspense } from 'react'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { cx } from '../../../web/ui/class-names.ts'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { useSession } from '../../accounts/web/index.ts'
import { FailingTests } from '../../answer-tests/web/index.ts'
import { OpenContradictions } from '../../contradictions/web/index.ts'
import { OpenDoubtfulAnswers } from '../../doubtful-answers/web/index.ts'
import { OpenGaps } from '../../gaps/web/index.ts'
import { OfferedFaqs } from '../../suggestions/web/index.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'
import { FaqPageCard } from './faq-page-card.tsx'
import { CrawlProgress, FirstSteps, useFirstSteps } from './first-steps.tsx'
import { Insights } from './insights.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { StatCards } from './stat-cards.tsx'
import { TrialBanner } from './trial-banner.tsx'
import { useLiveDashboard } from './use-live-dashboard.ts'

/** The page /dashboard: status of the workspace, and next steps. */
export function Component() {
  const { workspace } = useWorkspace()
  const name = useSession()?.first_name
  const steps = useFirstSteps()
  useLiveDashboard()
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
      <TrialBanner />
      <PageHeader title={name ? `Welcome, ${name}` : 'Welcome'} subtitle={`What is happening in ${workspace.name}`} />
      {/* All at once: nothing moves down when the first steps arrive. Until then their place has a skeleton. */}
      {steps === undefined && (
        <div className="relative">
          <div className="absolute inset-x-0 overflow-hidden rounded-lg border border-line bg-surface py-3">
            <SkeletonRows rows={9} />
          </div>
        </div>
      )}
      <div className={cx(steps === undefined && 'invisible')}>
        {steps && (
          <div className="mb-5">
            <FirstSteps progress={steps} />
          </div>
        )}
        <StatCards />
        {!steps && (
          <div className="mt-5 empty:hidden">
            <Suspense>
              <CrawlProgress />
            </Suspense>
          </div>
        )}
        <div className="mt-5 grid items-start gap-5 *:min-w-0 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
          <div className="flex flex-col gap-5">
            <RecentActivity />
            {/* The second of the first steps shows them, with their answers. */}
            {(!steps || steps.published) && <OfferedFaqs />}
          </div>
          <div className="flex flex-col gap-5">
            <QuickActions />
            <FaqPageCard />
            <FailingTests />
            <OpenContradictions />
            <OpenGaps />
            <OpenDoubtfulAnswers />
          </div>
        </div>
        <Insights />
      </div>
    </Page>
  )
}
