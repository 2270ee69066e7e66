import { OverviewCard } from '../../../web/list/overview-card.tsx'
import type { DoubtfulAnswer } from '../contract.ts'
import { DOUBTFUL_ANSWERS, whyDoubtful } from './doubtful-words.ts'

/** The answers that most visitors doubted. */
export default function DoubtfulAnswersCard({ answers, total }: { answers: readonly DoubtfulAnswer[]; total: number }) {
  return (
    <OverviewCard
      title="Doubtful answers"
      description="Answers that did not seem to help"
      to={DOUBTFUL_ANSWERS}
      total={total}
      items={answers}
      row={({ question, doubts }) => ({
        to: DOUBTFUL_ANSWERS,
        text: question,
        note: <p className="text-sm text-ink-soft tabular-nums">{whyDoubtful(doubts)}</p>,
      })}
    />
  )
}
