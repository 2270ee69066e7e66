import { lazy, type ReactNode, Suspense, useId } from 'react'
import { Skeleton } from '../../../../web/ui/skeleton.tsx'
import type { RichAnswerProps } from './rich-answer.tsx'

// The editor is most of a dialog's script, and the rest of the dialog does not need it.
const RichAnswer = lazy(() => import('./rich-answer.tsx'))

interface AnswerFieldProps extends Pick<RichAnswerProps, 'value' | 'onChange' | 'onBlur' | 'focusRef'> {
  label: string
  error: string | undefined
  hint: ReactNode
  aside: ReactNode
  tall?: boolean
}

/** The answer of a FAQ, labeled like any field. */
export function AnswerField({ label, error, hint, aside, tall = false, ...editor }: AnswerFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col">
      <span className="mb-1.5 flex items-baseline justify-between gap-3">
        <span id={id} className="text-sm font-medium text-ink">
          {label}
        </span>
        {aside && <span className="text-xs text-ink-faint">{aside}</span>}
      </span>
      <Suspense fallback={<Skeleton className={tall ? 'h-92' : 'h-47'} />}>
        <RichAnswer {...editor} labelledBy={id} describedBy={`${id}-said`} invalid={error !== undefined} tall={tall} />
      </Suspense>
      <div id={`${id}-said`} className={`mt-1.5 text-sm ${error ? 'text-bad' : 'text-ink-faint'}`}>
        {error ?? hint}
      </div>
    </div>
  )
}
