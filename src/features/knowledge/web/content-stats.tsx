import { formatNumber } from '../../../kernel/format.ts'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import type { SourceType } from '../contract.ts'
import { TYPE_LABELS } from './source-labels.ts'

interface ContentStatsProps {
  /** Undefined until known. */
  stats: { total: number; types: { source_type: SourceType; count: number }[] } | undefined
}

/** Total Content, and one card for each type there is. */
export function ContentStats({ stats }: ContentStatsProps) {
  return (
    <ul aria-busy={!stats} className="mb-6 grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-2.5 sm:gap-4">
      <Stat label="Total Content" value={stats?.total} />
      {stats?.types.map(({ source_type, count }) => (
        <Stat key={source_type} label={TYPE_LABELS[source_type].many} value={count} />
      ))}
    </ul>
  )
}

function Stat({ label, value }: { label: string; value: number | undefined }) {
  return (
    <li className="rounded-lg border border-line bg-surface px-4 py-3">
      <span className="block truncate text-sm text-ink-soft">{label}</span>{' '}
      {value === undefined ? (
        <Skeleton className="mt-1.5 mb-1 h-6 w-12" />
      ) : (
        <span className="mt-0.5 block text-xl font-semibold tracking-tight tabular-nums">{formatNumber(value)}</span>
      )}
    </li>
  )
}
