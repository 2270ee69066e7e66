import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { formatNumber } from '../../../kernel/format.ts'
import { Card } from '../../../web/ui/card.tsx'
import { percentOf } from '../../../web/ui/chart/percent.ts'
import { ShareBar } from '../../../web/ui/chart/share-bar.tsx'
import type { Insights } from '../contract.ts'
import { OUTCOME_SERIES, seriesValues } from './outcome-series.ts'

/** Outcomes of the questions, and the share that needed no person. */
export function Outcomes({ insights }: { insights: Insights }) {
  const { total, deflected, outcomes, votes } = insights
  return (
    <Card title="Answers" className="lg:col-span-2">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-3xl font-semibold tracking-tight tabular-nums">{percentOf(deflected, total)}</span>
        <span className="text-md font-medium">resolved without a person</span>
      </p>
      <p className="mt-1 mb-4 text-sm text-ink-soft">
        {`${formatNumber(deflected)} of ${formatNumber(total)}: answered, not down-voted, and without a request for a person.`}
      </p>
      <ShareBar series={OUTCOME_SERIES} values={seriesValues(outcomes)} />
      <p className="mt-4 flex gap-4 border-t border-line pt-3.5 text-sm text-ink-soft tabular-nums">
        <span className="flex items-center gap-1.5">
          <ThumbsUp size={14} aria-hidden="true" />
          {`${formatNumber(votes.up)} helpful`}
        </span>
        <span className="flex items-center gap-1.5">
          <ThumbsDown size={14} aria-hidden="true" />
          {`${formatNumber(votes.down)} not helpful`}
        </span>
      </p>
    </Card>
  )
}
