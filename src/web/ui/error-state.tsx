import { RotateCw } from 'lucide-react'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'

export interface ErrorStateProps {
  title: string
  message: string
  onRetry?: () => void
  retrying?: boolean
  className?: string
}

/** Shown in place of content that could not be loaded. */
export function ErrorState({ title, message, onRetry, retrying = false, className }: ErrorStateProps) {
  return (
    <div role="alert" className={cx('flex flex-col items-center px-6 py-14 text-center', className)}>
      <h2 className="text-base font-semibold text-ink">{title}</h2>
      <p className="mt-1 max-w-100 text-md text-ink-soft">{message}</p>
      {onRetry && (
        <Button className="mt-5" icon={<RotateCw size={15} />} loading={retrying} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  )
}
