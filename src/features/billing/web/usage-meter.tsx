import { formatNumber } from '../../../kernel/format.ts'
export interface UsageMeterProps {
  label: string
  used: number
  /** Null: as many as one likes. */
  limit: number | null
}

/** Used share of a plan limit. */
export function UsageMeter({ label, used, limit }: UsageMeterProps) {
  const share = limit === null ? 0 : Math.min(1, used / limit)
  return (
    <div>
      <p className="flex items-baseline justify-between gap-4 text-md">
        <span className="min-w-0 truncate font-medium">{label}</span>
        <span className="shrink-0 text-ink-soft tabular-nums">
          {limit === null ? `${formatNumber(used)} · unlimited` : `${formatNumber(used)} of ${formatNumber(limit)}`}
        </span>
      </p>
      {limit !== null && (
        <svg
          viewBox="0 0 100 2"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="mt-2 h-1.5 w-full rounded-full"
        >
          <rect width="100" height="2" fill="var(--color-pressed)" />
          <rect
            width={share * 100}
            height="2"
            fill={share >= 1 && limit > 1 ? 'var(--color-bad-line)' : 'var(--color-accent-edge)'}
          />
        </svg>
      )}
    </div>
  )
}
