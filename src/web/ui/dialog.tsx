import { lazy, Suspense } from 'react'
import type { DialogProps } from './dialog-window.tsx'
import { useOnceTrue } from './use-once-true.ts'

const load = () => import('./dialog-window.tsx')
const DialogWindow = lazy(load)

/** A modal dialog that is loaded when it first opens: centered on a desktop, a sheet at the bottom on a phone. */
export function Dialog(props: DialogProps) {
  const wanted = useOnceTrue(props.open)
  return <Suspense>{wanted && <DialogWindow {...props} />}</Suspense>
}
