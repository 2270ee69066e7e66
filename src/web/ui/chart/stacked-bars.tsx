import { useState } from 'react'
import { formatNumber } from '../../../kernel/format.ts'
import { axisTop } from './axis.ts'
import { type Series, seriesFill } from './series.ts'

export interface Bar {
  /** Label on the axis. */
  label: string
  /** Label in the table and the readout. */
  name: string
  /** One value per series. */
  values: readonly number[]
}

export interface StackedBarsProps {
  /** Caption of the table: the thing that is counted. */
  caption: string
  /** Header of the table's first column. */
  unit: string
  series: readonly Series[]
  bars: readonly Bar[]
}

const HEIGHT = 100
/** Share of a bar's slot that the bar fills. */
const WIDTH = 0.74

const sumOf = (values: readonly number[]) => values.reduce((left, right) => left + right, 0)

/** Stacked bars over time. Screen readers get a table with the same numbers; pointing at a bar shows its numbers. */
export function StackedBars({ caption, unit, series, bars }: StackedBarsProps) {
  const [hoveredIndex, setPointed] = useState<number>()
  const top = axisTop(Math.max(...bars.map(({ values }) => sumOf(values))))
  const bar = hoveredIndex === undefined ? undefined : bars[hoveredIndex]
  return (
    <figure>
      <p aria-hidden="true" className="mb-1 h-5 truncate text-sm text-ink-soft tabular-nums">
        {bar && (
          <>
            <span className="font-medium text-ink">{bar.name}</span>
            {bar.values.map((value, index) =>
              value > 0 ? ` · ${formatNumber(value)} ${series[index]?.label.toLowerCase()}` : null,
            )}
            {sumOf(bar.values) === 0 && ' · none'}
          </>
        )}
      </p>
      <div aria-hidden="true" className="flex gap-2">
        <div className="relative w-7 shrink-0 text-right text-xs text-ink-faint tabular-nums">
          {[top, top / 2, 0].map((value, index) => (
            <span key={value} className="absolute right-0 -translate-y-1/2" style={{ top: `${index * 50}%` }}>
              {formatNumber(value)}
            </span>
          ))}
        </div>
        <svg
          viewBox={`0 0 ${bars.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="h-40 min-w-0 lg:h-56 flex-1 overflow-visible"
          onPointerMove={({ currentTarget, clientX }) => {
            const { left, width } = currentTarget.getBoundingClientRect()
            setPointed(Math.min(bars.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * bars.length))))
          }}
          onPointerLeave={() => setPointed(undefined)}
        >
          {[0, 0.5, 1].map((position) => (
            <path
              key={position}
              d={`M0 ${position * HEIGHT}H${bars.length}`}
              vectorEffect="non-scaling-stroke"
              className={position === 1 ? 'stroke-line-strong' : 'stroke-line'}
            />
          ))}
          <rect width={bars.length} height={HEIGHT} fill="transparent" />
          {hoveredIndex !== undefined && <rect x={hoveredIndex} width={1} height={HEIGHT} className="fill-hover" />}
          {bars.map(({ name, values }, index) => (
            <Column key={name} at={index} values={values} series={series} top={top} />
          ))}
        </svg>
      </div>
      <Axis labels={bars.map(({ label }) => label)} />
      <Table caption={caption} unit={unit} series={series} bars={bars} />
    </figure>
  )
}

/** The first series is at the bottom. */
function Column({
  at,
  values,
  series,
  top,
}: {
  at: number
  values: readonly number[]
  series: readonly Series[]
  top: number
}) {
  let ground = HEIGHT
  return series.map(({ key, tone }, index) => {
    const height = ((values[index] ?? 0) / top) * HEIGHT
    ground -= height
    if (height === 0) return null
    return (
      <rect key={key} x={at + (1 - WIDTH) / 2} y={ground} width={WIDTH} height={height} className={seriesFill[tone]} />
    )
  })
}

const LABELS = 6

/** Returns evenly spaced labels; on a phone the first, the middle and the last. */
function Axis({ labels }: { labels: string[] }) {
  const last = labels.length - 1
  const count = Math.min(LABELS, last)
  const shown = new Set(
    Array.from({ length: count + 1 }, (_, index) => (count === 0 ? 0 : Math.round((index * last) / count))),
  )
  const onPhones = new Set([0, [...shown][Math.floor(shown.size / 2)], last])
  return (
    <div aria-hidden="true" className="relative mt-1.5 ml-9 h-5 text-xs text-ink-faint">
      {[...shown].map((index) => (
        <span
          key={index}
          className={`absolute whitespace-nowrap ${index === 0 && last > 0 ? '' : index === last && last > 0 ? '-translate-x-full' : '-translate-x-1/2'} ${onPhones.has(index) ? '' : 'max-sm:hidden'}`}
          style={{
            left: `${last === 0 ? 50 : index === 0 ? 0 : index === last ? 100 : ((index + 0.5) / labels.length) * 100}%`,
          }}
        >
          {labels[index]}
        </span>
      ))}
    </div>
  )
}

function Table({ caption, unit, series, bars }: StackedBarsProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{unit}</th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {series.map(({ key }, index) => (
                <td key={key}>{values[index]}</td>
              ))}
              <td>{sumOf(values)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
