import { useId } from 'react'

export interface WeaveProps {
  /** Number of threads in each direction. */
  threads: number
  /** Distance between two threads, in units of the drawing. */
  spacing: number
  /** Row and column in the accent color, counted from 0. */
  accentRow?: number
  accentColumn?: number
  strokeWidth?: number
  className?: string
}

/** Decorative drawing of fine threads in plain weave, fading toward the edge. */
export function Weave({ threads, spacing, accentRow, accentColumn, strokeWidth = 1, className }: WeaveProps) {
  const id = useId()
  const size = spacing * (threads + 1)
  const gap = Math.min(spacing * 0.36, 4 + strokeWidth * 3)
  const dash = `${2 * spacing - gap} ${gap}`
  const offset = (odd: boolean) => (odd ? spacing : 2 * spacing) - gap / 2
  const look = (index: number, accent: number | undefined) => ({
    stroke: index === accent ? 'var(--color-accent)' : 'currentColor',
    strokeWidth: index === accent ? strokeWidth * 1.75 : strokeWidth,
    strokeDasharray: dash,
  })
  return (
    <svg viewBox={`0 0 ${size} ${size}`} fill="none" aria-hidden="true" className={className}>
      <defs>
        <radialGradient id={`${id}-fade`}>
          <stop offset="0.35" stopColor="#fff" />
          <stop offset="1" stopColor="#fff" stopOpacity="0" />
        </radialGradient>
        <mask id={`${id}-mask`}>
          <rect width={size} height={size} fill={`url(#${id}-fade)`} />
        </mask>
      </defs>
      <g mask={`url(#${id}-mask)`}>
        {Array.from({ length: threads }, (_, index) => spacing * (index + 1)).map((position, index) => (
          <g key={position}>
            <path d={`M0 ${position}H${size}`} strokeDashoffset={offset(index % 2 === 1)} {...look(index, accentRow)} />
            <path
              d={`M${position} 0V${size}`}
              strokeDashoffset={offset(index % 2 === 0)}
              {...look(index, accentColumn)}
            />
          </g>
        ))}
      </g>
    </svg>
  )
}
