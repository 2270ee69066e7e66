import { TriangleAlert } from 'lucide-react'
import { Button } from '../../../web/ui/button.tsx'
import { contrastProblem, TEXT_CONTRAST } from '../domain/header-contrast.ts'
import type { LookEditing } from './use-look-editing.ts'

/** Says when the header's text can hardly be read, and mends it with one press. */
export function ContrastNotice({ editing }: { editing: LookEditing }) {
  const problem = contrastProblem(editing.look)
  return (
    <div role="status">
      {problem && (
        <div className="flex gap-3 rounded-lg bg-warn-soft px-3.5 py-3 text-md text-warn">
          <TriangleAlert size={17} aria-hidden="true" className="mt-0.5 shrink-0" />
          <div>
            <p>
              The text is hard to read on this background: its contrast is {problem.ratio.toFixed(1)} to 1, and{' '}
              {TEXT_CONTRAST} to 1 is needed.
              {problem.shownText && ` Visitors see ${problem.shownText} text instead.`}
            </p>
            <Button size="sm" className="mt-2.5" onClick={() => editing.change(problem.fix.values)}>
              {problem.fix.label}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
