import { Link } from 'react-router'
import { formatNumber } from '../../../kernel/format.ts'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import type { AnswerTest } from '../contract.ts'
import { shortfallReasons } from '../domain/change-words.ts'
import { ANSWER_TESTS_PATH, testAddress } from './answer-test-words.ts'

/** Tests whose answers no longer hold what they must. */
export default function FailingTestsCard({ tests, total }: { tests: readonly AnswerTest[]; total: number }) {
  return (
    <Card
      title="Failing answer tests"
      description="Answers that no longer meet their requirements"
      actions={
        <ButtonLink to={`${ANSWER_TESTS_PATH}?state=failing`} size="sm">
          {`See all ${formatNumber(total)}`}
        </ButtonLink>
      }
    >
      <ol aria-label="Failing answer tests">
        {tests.map((test) => (
          <li key={test.id} className="border-line py-2.5 not-last:border-b">
            <Link
              to={testAddress(test.id)}
              className="line-clamp-2 rounded-xs text-md font-medium [overflow-wrap:anywhere] hover:underline"
            >
              {test.question}
            </Link>
            {test.shortfall && (
              <p className="line-clamp-2 text-sm text-bad [overflow-wrap:anywhere]">
                {shortfallReasons(test.shortfall).join('. ')}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
