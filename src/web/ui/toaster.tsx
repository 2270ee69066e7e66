import { Toast as Base } from '@base-ui/react/toast'
import { AlertCircle, CheckCircle2, X } from 'lucide-react'
import { useEffect } from 'react'
import { buttonClasses } from './button.tsx'
import { cx } from './class-names.ts'
import { CopyByHand } from './copy-by-hand.tsx'
import { flushPendingToasts, toastManager } from './toast.tsx'

/** Renders the toasts, and what could not be copied; mounted once by the app. */
export default function Toaster() {
  // Effects of the provider below run first, so it is subscribed by now.
  useEffect(flushPendingToasts, [])
  return (
    <Base.Provider toastManager={toastManager} limit={4}>
      <CopyByHand />
      <Base.Portal>
        <Base.Viewport
          // On a phone, above the buttons of an open sheet.
          className="fixed inset-x-4 bottom-4 z-60 mx-auto max-sm:[:root:has([role$=dialog]>footer)_&]:bottom-22 sm:right-6 sm:bottom-6 sm:left-auto sm:w-90"
        >
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function ToastList() {
  const { toasts } = Base.useToastManager()
  return toasts.map((item) => {
    const destructive = item.type === 'destructive'
    return (
      // A destructive toast is announced by a live region of its own but stays reachable by Tab, so it is not hidden.
      <Base.Root key={item.id} toast={item} aria-hidden={false} swipeDirection={['down', 'right']} className="toast">
        <Base.Content className="flex items-start gap-3 overflow-hidden p-3.5 transition-opacity data-behind:opacity-0 data-expanded:opacity-100">
          {destructive ? (
            <AlertCircle size={18} aria-hidden="true" className="mt-px shrink-0 text-bad" />
          ) : (
            <CheckCircle2 size={18} aria-hidden="true" className="mt-px shrink-0 text-good" />
          )}
          <div className="min-w-0 flex-1 text-md">
            {item.title ? (
              <>
                <Base.Title className="font-semibold" />
                <Base.Description className="text-ink-soft" />
              </>
            ) : (
              // The title is the accessible name.
              <Base.Title className="font-medium text-ink">{item.description}</Base.Title>
            )}
          </div>
          {item.actionProps && <Base.Action className={cx(buttonClasses('secondary', 'sm'), '-my-1')} />}
          <Base.Close
            aria-hidden={false}
            aria-label="Dismiss"
            className={cx(buttonClasses('ghost', 'sm'), '-my-1.5 -mr-1.5 w-8 px-0!')}
          >
            <X size={16} aria-hidden="true" />
          </Base.Close>
        </Base.Content>
      </Base.Root>
    )
  })
}
