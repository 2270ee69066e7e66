import { OverviewCard } from '../../../web/list/overview-card.tsx'
import type { AnswerTest } from '../contract.ts'
import { shortfallReasons } from '../domain/change-words.ts'
import { ANSWER_TESTS_PATH, testAddress } from './answer-test-words.ts'

/** Tests whose answers no longer hold what they must. */
export default function FailingTestsCard({ tests, total }: { tests: readonly AnswerTest[]; total: number }) {
  return (
    <OverviewCard
      title="Failing answer tests"
      description="Answers that no longer meet their requirements"
      to={`${ANSWER_TESTS_PATH}?state=failing`}
      total={total}
      items={tests}
      row={({ id, question, shortfall }) => ({
        to: testAddress(id),
        text: question,
        note: shortfall && (
          <p className="line-clamp-2 text-sm text-bad [overflow-wrap:anywhere]">
            {shortfallReasons(shortfall).join('. ')}
          </p>
        ),
      })}
    />
  )
}
