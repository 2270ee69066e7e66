import { plural } from '../../../kernel/text.ts'
import { Card } from '../../../web/ui/card.tsx'
import { StackedBars } from '../../../web/ui/chart/stacked-bars.tsx'
import type { Insights } from '../contract.ts'
import { type Intervals, nameIntervals } from '../domain/intervals.ts'
import { OUTCOME_SERIES, seriesValues } from './outcome-series.ts'

const UNITS = { day: 'Day', week: 'Week', month: 'Month', year: 'Year' }

export function QuestionsOverTime({ insights, intervals }: { insights: Insights; intervals: Intervals }) {
  const names = nameIntervals(intervals)
  return (
    <Card title="Questions over time" description={plural(insights.total, 'question')} className="lg:col-span-4">
      <StackedBars
        caption={`Questions by ${intervals.unit}`}
        unit={UNITS[intervals.unit]}
        series={OUTCOME_SERIES}
        bars={names.map(({ short, full }, index) => {
          const counts = insights.intervals[index]
          return { label: short, name: full, values: counts ? seriesValues(counts) : [] }
        })}
      />
    </Card>
  )
}
