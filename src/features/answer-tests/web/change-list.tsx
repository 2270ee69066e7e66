import { format } from 'date-fns'
import { Link } from 'react-router'
import { Card } from '../../../web/ui/card.tsx'
import { CHANGES_SHOWN, type ContentChange } from '../contract.ts'
import { describeChange } from '../domain/change-words.ts'

/** Changes between the last passing and the first failing answer. */
export function ChangeList({ changes }: { changes: readonly ContentChange[] }) {
  return (
    <Card
      title="What changed in between"
      description={changes.length >= CHANGES_SHOWN ? `The ${CHANGES_SHOWN} most likely causes` : undefined}
    >
      {changes.length === 0 ? (
        <p className="text-md text-ink-soft">
          No FAQ, source or instruction changed. The weights of words depend on all of your content and may have
          shifted.
        </p>
      ) : (
        <ol aria-label="Changes">
          {changes.map((change) => (
            <Change key={`${change.kind}${change.what}${change.id}${change.at}${change.title}`} change={change} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function Change({ change }: { change: ContentChange }) {
  const { before, title, after, to } = describeChange(change)
  return (
    <li className="border-line py-2.5 text-md not-last:border-b">
      <p className="[overflow-wrap:anywhere]">
        {before}
        {to ? (
          <Link to={to} className="font-medium text-link underline-offset-2 hover:underline">
            {title}
          </Link>
        ) : (
          title && <span className="font-medium">{title}</span>
        )}
        {after}
      </p>
      <p className="text-sm text-ink-soft">
        {[
          change.at && format(new Date(change.at), 'MMM d, yyyy, p'),
          change.by && `by ${change.by}`,
          change.involved && change.kind !== 'test' && change.kind !== 'settings' && 'one of the two answers uses it',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </li>
  )
}
