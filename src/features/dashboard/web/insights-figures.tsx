import type { Insights } from '../contract.ts'
import type { Intervals } from '../domain/intervals.ts'
import { AskedList } from './asked-list.tsx'
import { Outcomes } from './outcomes.tsx'
import { QuestionsOverTime } from './questions-over-time.tsx'

interface InsightsFiguresProps {
  insights: Insights
  intervals: Intervals
  /** Link to the inbox with the same days. */
  inbox: URLSearchParams
}

/** Number of questions, their outcomes, and the most frequent ones. */
export default function InsightsFigures({ insights, intervals, inbox }: InsightsFiguresProps) {
  return (
    <>
      <QuestionsOverTime insights={insights} intervals={intervals} />
      <Outcomes insights={insights} />
      <AskedList title="Top questions" empty="No questions were asked." items={insights.top} inbox={inbox} />
      <AskedList
        title="Unanswered questions"
        empty="Every question found an answer or a suggestion."
        items={insights.unanswered}
        inbox={inbox}
      />
    </>
  )
}
