import { Link } from 'react-router'
import { formatNumber } from '../../../kernel/format.ts'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import type { DoubtfulAnswer } from '../contract.ts'
import { DOUBTFUL_ANSWERS, whyDoubtful } from './doubtful-words.ts'

/** The answers that most visitors doubted. */
export default function DoubtfulAnswersCard({ answers, total }: { answers: readonly DoubtfulAnswer[]; total: number }) {
  return (
    <Card
      title="Doubtful answers"
      description="Answers that did not seem to help"
      actions={
        <ButtonLink to={DOUBTFUL_ANSWERS} size="sm">
          {`See all ${formatNumber(total)}`}
        </ButtonLink>
      }
    >
      <ol aria-label="Doubtful answers">
        {answers.map(({ id, question, doubts }) => (
          <li key={id} className="border-line py-2.5 not-last:border-b">
            <Link
              to={DOUBTFUL_ANSWERS}
              className="line-clamp-2 rounded-xs text-md font-medium [overflow-wrap:anywhere] hover:underline"
            >
              {question}
            </Link>
            <p className="text-sm text-ink-soft tabular-nums">{whyDoubtful(doubts)}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
