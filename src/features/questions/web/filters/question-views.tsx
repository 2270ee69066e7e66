import type { ReactNode } from 'react'
import { formatNumber } from '../../../../kernel/format.ts'
import { cx } from '../../../../web/ui/class-names.ts'
import { Tabs } from '../../../../web/ui/tabs.tsx'
import type { QuestionView } from '../../contract.ts'
import type { QuestionFilters } from './use-question-filters.ts'
import { VIEW_LABELS, VIEWS } from './view-labels.ts'

/** Text of an empty view. */
export const EMPTY_VIEWS: Record<QuestionView, { title: string; message: string }> = {
  all: { title: 'No messages yet', message: 'Messages from your public FAQ page will appear here.' },
  unanswered: {
    title: 'Nothing is unanswered',
    message: 'Questions that found no answer, or only suggestions, appear here until they are marked as done.',
  },
  down_voted: {
    title: 'Nothing is down-voted',
    message: 'Answers that visitors mark as not helpful appear here until they are marked as done.',
  },
  waiting: {
    title: 'No visitor is waiting',
    message: 'Visitors who leave an address to hear from a person appear here until they are marked as done.',
  },
  snoozed: {
    title: 'Nothing is snoozed',
    message: 'Snoozed messages stay here until the snooze ends. They then return to the other views.',
  },
}

interface QuestionViewsProps {
  filters: QuestionFilters
  /** Undefined until known. */
  counts: Record<QuestionView, number> | undefined
  /** The panel of the chosen view. */
  children: ReactNode
}

/** Everything, and the parts of it that are still to do, with how many there are. */
export function QuestionViews({ filters, counts, children }: QuestionViewsProps) {
  return (
    <Tabs
      label="Views"
      value={filters.view}
      onValueChange={filters.setView}
      tabs={VIEWS.map((view) => ({
        value: view,
        label: (
          <>
            {VIEW_LABELS[view]}
            {counts && <Count n={counts[view]} isHighlighted={view === 'waiting'} />}
          </>
        ),
      }))}
    >
      {children}
    </Tabs>
  )
}

function Count({ n, isHighlighted }: { n: number; isHighlighted: boolean }) {
  return (
    <>
      {' '}
      <span
        className={cx(
          'ml-1 inline-block min-w-5 rounded-full px-1.5 text-center text-xs tabular-nums',
          isHighlighted && n > 0 ? 'bg-accent-soft text-accent-ink' : 'bg-sunken text-ink-soft',
        )}
      >
        {formatNumber(n)}
      </span>
    </>
  )
}
