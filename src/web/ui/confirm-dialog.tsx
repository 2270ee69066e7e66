import { lazy, Suspense } from 'react'
import type { ConfirmDialogProps } from './confirm-window.tsx'
import { useOnceTrue } from './use-once-true.ts'

const load = () => import('./confirm-window.tsx')
const ConfirmWindow = lazy(load)

/** Asks before an action that is hard to undo; loaded when it first opens. The safe choice has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const wanted = useOnceTrue(props.open)
  return <Suspense>{wanted && <ConfirmWindow {...props} />}</Suspense>
}
