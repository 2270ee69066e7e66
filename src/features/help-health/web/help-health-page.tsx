import { useRef } from 'react'
import { Card } from '../../../web/ui/card.tsx'
import { cx } from '../../../web/ui/class-names.ts'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../../web/ui/tabs.tsx'
import { useWorkspace, WorkspacePage } from '../../workspaces/web/index.ts'
import { type HelpHealth, STALE_REASONS, type StaleReason } from '../contract.ts'
import { HealthParts } from './health-parts.tsx'
import { REASON_LABELS } from './health-words.ts'
import { StaleFaqs } from './stale-faqs.tsx'
import { useHelpHealth, useReviewFilters } from './use-help-health.ts'

/** /knowledge/health: the one number, what moves it, and FAQs to review. */
export const Component = () => (
  <WorkspacePage
    title="Help health"
    subtitle="A score for how far visitors can rely on your content, and what affects it"
    unselected="Please select a workspace to view its help health."
  >
    <Health />
  </WorkspacePage>
)

function Health() {
  const { can } = useWorkspace()
  const query = useHelpHealth()
  const filters = useReviewFilters()
  const faqsToReview = useRef<HTMLDivElement>(null)
  const showReason = (reason: StaleReason) => {
    filters.setState(reason)
    faqsToReview.current?.focus()
    faqsToReview.current?.scrollIntoView({ block: 'start' })
  }
  if (!query.data)
    return (
      <Card padded={false}>
        {query.isError ? (
          <QueryError title="The help health could not be loaded" query={query} />
        ) : (
          <SkeletonRows rows={6} />
        )}
      </Card>
    )
  const health = query.data
  if (health.score === null)
    return (
      <Card padded={false}>
        <EmptyState title="Nothing to measure yet" message="Publish a FAQ or add a source first." />
      </Card>
    )
  const countOf = (reason: StaleReason) => health.parts.find(({ part }) => part === reason)?.count ?? 0
  return (
    <div className="flex flex-col gap-5">
      <Card padded={false}>
        <Score score={health.score} />
        <HealthParts parts={health.parts} onReview={showReason} />
      </Card>
      <section ref={faqsToReview} tabIndex={-1} aria-labelledby="faqs-to-review" className="outline-none">
        <h2 id="faqs-to-review" className="mb-2 text-base font-semibold">
          FAQs to review
        </h2>
        <Tabs
          label="Reason"
          value={filters.state}
          onValueChange={filters.setState}
          tabs={STALE_REASONS.map((reason) => ({
            value: reason,
            label: REASON_LABELS[reason],
            count: countOf(reason),
          }))}
        >
          <TabPanel value={filters.state} className="pt-4">
            <Card padded={false} className="overflow-hidden">
              <StaleFaqs filters={filters} mayWrite={can('faq.write')} />
            </Card>
          </TabPanel>
        </Tabs>
      </section>
    </div>
  )
}

function Score({ score }: { score: NonNullable<HelpHealth['score']> }) {
  return (
    <div className="flex items-center gap-5 px-5 py-5">
      <Ring score={score} />
      <div>
        <p role="status" className="flex items-baseline gap-2">
          <span className="text-3xl font-semibold tabular-nums">{score}</span>
          <span className="text-md text-ink-soft">of 100</span>
        </p>
        <p className="mt-0.5 text-md text-ink-soft">
          {score === 100 ? 'No points are deducted.' : 'The points below are deducted from 100.'}
        </p>
      </div>
    </div>
  )
}

/** Scores from which the ring is green, and amber. */
const GOOD_FROM = 80
const FAIR_FROM = 50

/** The score as part of a circle; the number beside it says it in words. */
function Ring({ score }: { score: number }) {
  const tone = score >= GOOD_FROM ? 'text-good' : score >= FAIR_FROM ? 'text-warn' : 'text-bad'
  const circle = { cx: 32, cy: 32, r: 27, pathLength: 100, strokeWidth: 7, fill: 'none' }
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={cx('size-16 shrink-0 -rotate-90', tone)}>
      <circle {...circle} className="stroke-pressed" />
      {score > 0 && <circle {...circle} stroke="currentColor" strokeLinecap="round" strokeDasharray={`${score} 100`} />}
    </svg>
  )
}
