/** The woven "A": its bar passes over the left thread and under the right one. */
export function Mark({ size = 28, className }: { size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      aria-hidden="true"
      className={className}
    >
      <g stroke="currentColor">
        <path d="M18.9 3.5 10.6 17.6M7.6 22.7 4.5 28" />
        <path d="M13.1 3.5 14 5M17.9 11.6 27.5 28" />
      </g>
      <path d="M3.5 20H19.1M26.7 20H28.5" stroke="var(--color-accent)" />
    </svg>
  )
}
