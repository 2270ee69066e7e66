import { Card } from '../../../../web/ui/card.tsx'
import { Skeleton } from '../../../../web/ui/skeleton.tsx'
import { VisuallyHidden } from '../../../../web/ui/visually-hidden.tsx'

const ROWS = ['w-3/5', 'w-2/5', 'w-4/5', 'w-1/2', 'w-3/4']

/** The inbox while its first page loads: rows of the right height. */
export function QuestionSkeleton() {
  return (
    <Card padded={false}>
      <VisuallyHidden live>Loading...</VisuallyHidden>
      {ROWS.map((width) => (
        <div key={width} className="flex gap-6 border-b border-line px-5 py-4 last:border-b-0">
          <div className="flex-1 space-y-2.5">
            <Skeleton className={`h-3.5 ${width}`} />
            <Skeleton className="h-3 w-11/12" />
          </div>
          <Skeleton className="h-3.5 w-24" />
        </div>
      ))}
    </Card>
  )
}
