import { cx } from './class-names.ts'

/** A rotating thread. Decorative unless `label` is set, which is then announced. */
export function Spinner({ size = 16, label, className }: { size?: number; label?: string; className?: string }) {
  return (
    <span className={cx('inline-flex', className)} {...(label ? { role: 'status' } : { 'aria-hidden': true })}>
      <svg
        className="animate-spin"
        width={size}
        height={size}
        viewBox="0 0 16 16"
        fill="none"
        aria-hidden="true"
        focusable="false"
      >
        <circle cx="8" cy="8" r="6" stroke="currentColor" strokeOpacity="0.2" strokeWidth="2" />
        <path d="M14 8a6 6 0 0 0-6-6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}

/** A spinner in the middle of a page or panel without content yet. */
export function PageSpinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <div className="grid min-h-[40dvh] place-items-center text-ink-faint">
      <Spinner size={22} label={label} />
    </div>
  )
}
