import { formatDistanceToNow } from 'date-fns'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { cx } from '../../../../web/ui/class-names.ts'
import type { AnswerTest } from '../../contract/answer-tests.ts'
import { AnswerTestBadge } from './answer-test-badge.tsx'
import { testAddress, whyFailing } from './answer-test-words.ts'

/** Arrows, or j and k, go from test to test. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
  if (!step || event.metaKey || event.ctrlKey || event.altKey) return
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  const next = links[at + step]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}

/** Answer tests, the failing ones first. */
export function AnswerTestRows({ tests, outdated = false }: { tests: readonly AnswerTest[]; outdated?: boolean }) {
  return (
    <ul
      aria-label="Answer tests"
      aria-busy={outdated}
      onKeyDown={moveFocus}
      className={cx('transition-opacity', outdated && 'opacity-60')}
    >
      {tests.map((test) => (
        <li
          key={test.id}
          className="relative flex flex-wrap items-center gap-x-6 gap-y-1.5 border-b border-line px-4 py-3 last:border-b-0 focus-within:bg-hover hover:bg-hover sm:flex-nowrap sm:px-5"
        >
          <div className="min-w-0 flex-1 basis-full sm:basis-0">
            <Link
              to={testAddress(test.id)}
              className="line-clamp-2 rounded-xs font-medium [overflow-wrap:anywhere] after:absolute after:inset-0"
            >
              {test.question}
            </Link>
            <p
              className={cx(
                'mt-0.5 line-clamp-2 text-sm [overflow-wrap:anywhere]',
                test.shortfall ? 'text-bad' : 'text-ink-soft',
              )}
            >
              {test.shortfall ? whyFailing(test.shortfall).join('. ') : requirementsOf(test)}
            </p>
          </div>
          {test.ran_at && (
            <span className="text-sm text-ink-soft">
              {`asked ${formatDistanceToNow(new Date(test.ran_at), { addSuffix: true })}`}
            </span>
          )}
          <AnswerTestBadge test={test} />
        </li>
      ))}
    </ul>
  )
}

const requirementsOf = ({ must_contain, must_cite }: AnswerTest): string =>
  [
    ...(must_contain.length > 0 ? [`contains ${must_contain.map((phrase) => `“${phrase}”`).join(', ')}`] : []),
    ...(must_cite ? [`rests on “${must_cite.title}”`] : []),
  ].join(' and ')
