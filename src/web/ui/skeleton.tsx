import { cx } from './class-names.ts'

/** A gray placeholder for text or an image that is loading. Needs a height and a width. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-shimmer rounded-sm bg-pressed', className)} />
}

const WIDTHS = ['w-3/5', 'w-4/5', 'w-2/5', 'w-3/4', 'w-1/2']

/** Placeholder rows of a loading list, 44 px each, announced once. */
export function SkeletonRows({ rows = 6, label = 'Loading...' }: { rows?: number; label?: string }) {
  return (
    <div role="status" className="divide-y divide-line">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((key, row) => (
        <div key={key} className="flex h-11 items-center gap-4 px-4">
          <div className="flex-1">
            <Skeleton className={cx('h-3.5', WIDTHS[row % WIDTHS.length])} />
          </div>
          <Skeleton className="h-3.5 w-16" />
        </div>
      ))}
    </div>
  )
}
