import { ChevronDown } from 'lucide-react'
import { useDeferredValue } from 'react'
import { AnswerText } from '../answer-text.tsx'

/** The FAQ being written, open, the way a visitor will see it. */
export function AnswerPreview({ question, answer }: { question: string; answer: string }) {
  const shown = useDeferredValue(answer)
  return (
    <section aria-label="Preview" className="rounded-lg border border-line bg-sunken p-3">
      <h3 className="px-1 pb-2 text-xs font-medium text-ink-faint">What visitors see</h3>
      <div className="rounded-md border border-line bg-surface px-4 py-3">
        <p className="flex items-start gap-3 text-base font-semibold">
          <span className="min-w-0 flex-1 break-words">
            {question.trim() || <span className="text-ink-faint">Your question</span>}
          </span>
          <ChevronDown size={17} aria-hidden="true" className="mt-0.75 shrink-0 rotate-180 text-ink-faint" />
        </p>
        <div className="mt-2">
          {shown.trim() ? <AnswerText text={shown} /> : <p className="text-base text-ink-faint">Your answer</p>}
        </div>
      </div>
    </section>
  )
}
