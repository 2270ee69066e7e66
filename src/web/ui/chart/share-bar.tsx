import { formatNumber } from '../../../kernel/format.ts'
import { percentOf } from './percent.ts'
import { type Series, seriesFill, seriesGround } from './series.ts'

/** The parts of a whole as one bar, and as a list with numbers and shares. */
export function ShareBar({ series, values }: { series: readonly Series[]; values: readonly number[] }) {
  const total = values.reduce((a, right) => a + right, 0)
  let left = 0
  return (
    <>
      <svg
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-2.5 w-full rounded-full bg-pressed"
      >
        {series.map(({ key, tone }, index) => {
          const width = total === 0 ? 0 : ((values[index] ?? 0) / total) * 100
          const x = left
          left += width
          return width > 0 && <rect key={key} x={x} width={width} height={10} className={seriesFill[tone]} />
        })}
      </svg>
      <ul className="mt-3 flex flex-col gap-2 text-md">
        {series.map(({ key, label, tone }, index) => (
          <li key={key} className="flex items-center gap-2.5">
            <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-xs ${seriesGround[tone]}`} />
            <span className="min-w-0 flex-1 truncate">{label}</span>
            <span className="font-medium tabular-nums">{formatNumber(values[index] ?? 0)}</span>
            <span className="w-11 text-right text-ink-soft tabular-nums">{percentOf(values[index] ?? 0, total)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
