import { useId } from 'react'

/** Fine crossing threads, the product's one ornament: for empty and error states, never behind text. */
export function Motif({ className }: { className?: string }) {
  const fade = useId()
  const threads = [14, 26, 38, 50, 62]
  return (
    <svg viewBox="0 0 76 76" width="76" height="76" fill="none" aria-hidden="true" className={className}>
      <defs>
        <radialGradient id={fade}>
          <stop offset="0.3" stopColor="#fff" />
          <stop offset="1" stopColor="#fff" stopOpacity="0" />
        </radialGradient>
        <mask id={`${fade}m`}>
          <rect width="76" height="76" fill={`url(#${fade})`} />
        </mask>
      </defs>
      <g mask={`url(#${fade}m)`} strokeLinecap="round">
        <g stroke="var(--color-control)" strokeWidth="1">
          {threads.map((y) => (
            <path key={y} d={`M2 ${y}H74`} />
          ))}
        </g>
        {threads.map((x, column) => (
          <path
            key={x}
            d={threads.map((y, row) => `M${x} ${y - 6}V${y + 6}${(row + column) % 2 ? `m0 0` : ''}`).join('')}
            stroke={column === 2 ? 'var(--color-accent-edge)' : 'var(--color-control)'}
            strokeWidth={column === 2 ? 1.75 : 1}
            strokeDasharray={column % 2 ? '5 2' : undefined}
          />
        ))}
      </g>
    </svg>
  )
}
