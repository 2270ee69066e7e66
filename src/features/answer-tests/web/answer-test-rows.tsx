import { formatDistanceToNow } from 'date-fns'
import { LinkedRow, LinkedRows } from '../../../web/list/linked-rows.tsx'
import { cx } from '../../../web/ui/class-names.ts'
import type { AnswerTest } from '../contract.ts'
import { shortfallReasons } from '../domain/change-words.ts'
import { AnswerTestBadge } from './answer-test-badge.tsx'
import { testAddress } from './answer-test-words.ts'

/** Answer tests, the failing ones first. */
export function AnswerTestRows({ tests, outdated = false }: { tests: readonly AnswerTest[]; outdated?: boolean }) {
  return (
    <LinkedRows label="Answer tests" outdated={outdated}>
      {tests.map((test) => (
        <LinkedRow
          key={test.id}
          to={testAddress(test.id)}
          title={test.question}
          about={
            <p
              className={cx(
                'mt-0.5 line-clamp-2 text-sm [overflow-wrap:anywhere]',
                test.shortfall ? 'text-bad' : 'text-ink-soft',
              )}
            >
              {test.shortfall ? shortfallReasons(test.shortfall).join('. ') : requirementsOf(test)}
            </p>
          }
        >
          {test.ran_at && (
            <span className="text-sm text-ink-soft">
              {`asked ${formatDistanceToNow(new Date(test.ran_at), { addSuffix: true })}`}
            </span>
          )}
          <AnswerTestBadge test={test} />
        </LinkedRow>
      ))}
    </LinkedRows>
  )
}

const requirementsOf = ({ must_contain, must_cite }: AnswerTest): string =>
  [
    ...(must_contain.length > 0 ? [`contains ${must_contain.map((phrase) => `“${phrase}”`).join(', ')}`] : []),
    ...(must_cite ? [`uses “${must_cite.title}”`] : []),
  ].join(' and ')
