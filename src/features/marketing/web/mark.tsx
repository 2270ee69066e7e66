/** The woven "A": its bar passes over the left thread and under the right one. */
export function Mark({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={`fill-none stroke-3 [stroke-linecap:round] ${className}`}>
      <path d="M18.6 3.2 10.9 16.5M6.9 23.4 4.2 28" className="stroke-current" />
      <path d="M13.4 3.2 13.6 3.5M17.6 10.4 27.8 28" className="stroke-current" />
      <path d="M3.4 20H19.6M27.2 20H28.6" className="stroke-accent" />
    </svg>
  )
}
