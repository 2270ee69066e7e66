import { Toast } from '@base-ui/react/toast'

/** Carries toasts from wherever they are made to the Toaster. */
export const toastManager = Toast.createToastManager()

export interface ToastOptions {
  title?: string
  message: string
  /** Red, announced at once, and shown longer. */
  destructive?: boolean
  /** For example Undo. Pressing it closes the toast. */
  action?: { label: string; onAction: () => void }
}

/** What was said before the Toaster, which loads by itself, could show it. */
let early: ToastOptions[] | undefined = []

/** Shows a short notice at the edge of the window; works from anywhere and at any time, also outside components. */
export function toast(options: ToastOptions): void {
  if (early) early.push(options)
  else show(options)
}

/** The Toaster says that it listens now. */
export function toasterIsReady(): void {
  const waiting = early ?? []
  early = undefined
  waiting.forEach(show)
}

function show({ title, message, destructive = false, action }: ToastOptions): void {
  const id = toastManager.add({
    title,
    description: message,
    type: destructive ? 'destructive' : 'default',
    priority: destructive ? 'high' : 'low',
    timeout: destructive || action ? 8000 : 4500,
    actionProps: action && {
      children: action.label,
      onClick: () => {
        toastManager.close(id)
        action.onAction()
      },
    },
  })
}

/** The specified look of a failure: titled «Error», destructive. */
export const toastError = (message: string) => toast({ title: 'Error', message, destructive: true })
