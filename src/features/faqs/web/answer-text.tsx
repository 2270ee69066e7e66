import { lazy, Suspense } from 'react'
import { Skeleton } from '../../../web/ui/skeleton.tsx'

const RenderedAnswer = lazy(() => import('./rendered-answer.tsx'))

/** An answer as visitors read it. Its renderer is loaded when the first answer is shown. */
export const AnswerText = ({ text }: { text: string }) => (
  <Suspense fallback={<Skeleton className="h-16" />}>
    <RenderedAnswer text={text} />
  </Suspense>
)
