import { lazy, type ReactNode, Suspense, useId, useLayoutEffect, useRef } from 'react'
import { Textarea } from '../../../../web/ui/textarea.tsx'
import type { RichAnswerProps } from './rich-answer.tsx'
import type { FocusedText } from './use-answer-editor.ts'

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
export function AnswerField({ label, error, hint, aside, tall = false, ...field }: AnswerFieldProps) {
  const id = useId()
  const focused = useRef<FocusedText>(null)
  const editor = { ...field, labelledBy: id, describedBy: `${id}-said`, invalid: error !== undefined, tall, focused }
  return (
    <div className="flex flex-col">
      <span className="mb-1.5 flex items-baseline justify-between gap-3">
        <span id={id} className="text-sm font-medium text-ink">
          {label}
        </span>
        {aside && <span className="text-xs text-ink-faint">{aside}</span>}
      </span>
      <Suspense fallback={<PlainAnswer {...editor} />}>
        <RichAnswer {...editor} />
      </Suspense>
      <div id={`${id}-said`} className={`mt-1.5 text-sm ${error ? 'text-bad' : 'text-ink-faint'}`}>
        {error ?? hint}
      </div>
    </div>
  )
}

/** Takes what is typed until the editor has arrived: the Tab key would otherwise lead past the answer. */
function PlainAnswer({ value, onChange, onBlur, focusRef, focused, labelledBy, ...props }: RichAnswerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const { current } = field
    focusRef(current)
    return () => {
      focusRef(null)
      if (!current || document.activeElement !== current) return
      const selected = current.selectionEnd - current.selectionStart
      focused.current = selected > 0 && selected === current.textLength ? 'all' : 'end'
    }
  }, [focusRef, focused])
  return (
    <Textarea
      ref={field}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
      aria-labelledby={labelledBy}
      aria-describedby={props.describedBy}
      aria-invalid={props.invalid || undefined}
      className={props.tall ? 'h-92' : 'h-47'}
    />
  )
}
