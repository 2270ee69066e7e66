import { formatDistanceToNow } from 'date-fns'
import { formatExactDateTime } from '../../../../kernel/format.ts'
import type { AuditEntry } from '../../contract.ts'
import { auditText, fieldLabel } from '../../domain/audit-text.ts'

/** One line: who did what and when, and what it was before and after. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { actor, at, details } = entry
  const when = new Date(at)
  return (
    <li className="px-5 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <p className="min-w-0 text-md text-ink-soft [overflow-wrap:anywhere]">
          <strong className="font-medium text-ink">
            {actor.kind === 'api_key' ? `API key “${actor.name}”` : actor.name}
          </strong>{' '}
          {auditText(entry)}
        </p>
        <time dateTime={at} title={formatExactDateTime(when)} className="shrink-0 text-sm text-ink-faint">
          {formatDistanceToNow(when, { addSuffix: true })}
        </time>
      </div>
      {details.changes?.map(({ field, from, to }) => (
        <p key={field} className="mt-1 text-sm text-ink-faint [overflow-wrap:anywhere]">
          <span className="inline-block first-letter:uppercase">{fieldLabel(field)}</span>: {value(from)} → {value(to)}
        </p>
      ))}
    </li>
  )
}

const value = (text: string) => (text === '' ? 'empty' : `“${text}”`)
