import { Toast } from '@base-ui/react/toast'

/** Queue between the callers of `toast` and the Toaster. */
export const toastManager = Toast.createToastManager()

export interface ToastOptions {
  /** By which `closeToast` finds it. */
  id?: string
  title?: string
  message: string
  /** Red, announced at once, and shown longer. */
  destructive?: boolean
  /** A button such as Undo; pressing it closes the toast. */
  action?: { label: string; onAction: () => void } | undefined
}

/** Toasts from before the Toaster was loaded. */
let pendingToasts: ToastOptions[] | undefined = []

let onWaiting = () => {}

/** Calls back once a toast waits for the Toaster; at once where one does. */
export function toastWaits(callback: () => void): void {
  onWaiting = callback
  if (pendingToasts?.length) callback()
}

/** Shows a notice at the edge of the window. Can be called anywhere, also outside of components. */
export function toast(options: ToastOptions): void {
  if (pendingToasts) {
    pendingToasts.push(options)
    onWaiting()
  } else show(options)
}

/** Called by the Toaster when it is ready; shows the waiting toasts. */
export function flushPendingToasts(): void {
  const waiting = pendingToasts ?? []
  pendingToasts = undefined
  waiting.forEach(show)
}

/** Closes a toast before its time; nothing happens where it is closed already. */
export function closeToast(id: string): void {
  pendingToasts = pendingToasts?.filter((waiting) => waiting.id !== id)
  toastManager.close(id)
}

function show({ id: ownId, title, message, destructive = false, action }: ToastOptions): void {
  const id = toastManager.add({
    id: ownId,
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

/** Shows a failure as the specification has it: titled "Error", destructive. */
export const toastError = (message: string) => toast({ title: 'Error', message, destructive: true })
