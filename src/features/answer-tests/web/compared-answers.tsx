import { format } from 'date-fns'
import { Link } from 'react-router'
import { Card } from '../../../web/ui/card.tsx'
import { StatusBadge } from '../../../web/ui/status-badge.tsx'
import { AnswerText } from '../../faqs/web/index.ts'
import type { AnswerTestDetails, TestedAnswer } from '../contract.ts'
import { sourcePath } from './answer-test-words.ts'

/** The passing and the failing answer side by side. */
export function ComparedAnswers({ test: { passing, failing, state } }: { test: AnswerTestDetails }) {
  if (!passing && !failing) return null
  return (
    <div className={passing && failing ? 'grid items-start gap-5 *:min-w-0 lg:grid-cols-2' : undefined}>
      {passing && (
        <Answer title={state === 'passing' ? 'The answer' : 'The last answer that passed'} answer={passing} />
      )}
      {failing && <Answer title="The answer now" answer={failing} />}
    </div>
  )
}

function Answer({ title, answer: { at, text, outcome, sources } }: { title: string; answer: TestedAnswer }) {
  return (
    <Card
      title={title}
      description={<time dateTime={at}>{format(new Date(at), 'MMM d, yyyy, p')}</time>}
      actions={<StatusBadge status={outcome} />}
    >
      <AnswerText text={text} />
      {sources.length > 0 && (
        <ul aria-label="Sources" className="mt-4 space-y-1 border-t border-line pt-3 text-sm">
          {sources.map((source) => (
            <li key={source.id}>
              <Link
                to={sourcePath(source)}
                className="rounded-xs text-link underline-offset-2 [overflow-wrap:anywhere] hover:underline"
              >
                {source.title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
