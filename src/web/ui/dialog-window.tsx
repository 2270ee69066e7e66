import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { cx } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { scrimClasses } from './popup-classes.ts'

const WIDTHS = {
  sm: 'sm:max-w-105',
  md: 'sm:max-w-[625px]',
  lg: 'sm:max-w-220',
  full: 'h-dvh max-h-dvh! max-sm:rounded-none sm:h-[calc(100dvh-3rem)]',
}

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** `md` is the 625 px of the Create FAQ dialog, `full` the whole page. */
  size?: keyof typeof WIDTHS
  /** Buttons, right-aligned; on a phone they share the width. Submit buttons use `form="…"`. */
  footer?: ReactNode
  initialFocus?: RefObject<HTMLElement | null>
  /** False disables closing by Esc, backdrop and close button (busy, paywall). */
  dismissable?: boolean
  children?: ReactNode
}

/**
 * A modal dialog: centered on a desktop, a sheet at the bottom on a phone. The body scrolls; header and footer stay.
 */
export default function DialogWindow({
  open,
  onOpenChange,
  title,
  description,
  size = 'md',
  footer,
  initialFocus,
  dismissable = true,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  const focusedBefore = useRef<Element>(null)
  const returnFocus = () => {
    const { activeElement, body } = document
    // The page has focused something else in the meantime.
    if (activeElement !== body && !popup.current?.contains(activeElement)) return false
    const element = focusedBefore.current
    // A page that opened the dialog by its address had the focus itself: its first control is not what opened it.
    if (!(element instanceof HTMLElement && element.isConnected && element.id === 'content')) return true
    element.focus({ preventScroll: true })
    return false
  }
  return (
    <Base.Root open={open} onOpenChange={(next) => (next || dismissable) && onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={scrimClasses} />
        <Base.Viewport className="fixed inset-0 z-40 flex items-end justify-center sm:items-center sm:p-6">
          <Base.Popup
            ref={popup}
            initialFocus={() => {
              focusedBefore.current = document.activeElement
              return initialFocus?.current ?? true
            }}
            finalFocus={returnFocus}
            className={cx(
              'flex max-h-[92dvh] w-full flex-col rounded-t-xl border border-line-strong bg-raised text-ink shadow-overlay outline-none sm:rounded-xl',
              'transition-[opacity,translate,scale] duration-180 ease-out data-ending-style:pointer-events-none data-ending-style:opacity-0 data-starting-style:opacity-0',
              'max-sm:data-ending-style:translate-y-8 max-sm:data-starting-style:translate-y-8 sm:data-ending-style:scale-98 sm:data-starting-style:scale-98',
              WIDTHS[size],
            )}
          >
            <header className="flex items-start gap-4 px-5 pt-5 pb-3 sm:px-6">
              <div className="min-w-0 flex-1">
                <Base.Title className="text-lg font-semibold">{title}</Base.Title>
                {description && (
                  <Base.Description render={<div />} className="mt-1 text-md text-ink-soft">
                    {description}
                  </Base.Description>
                )}
              </div>
              {dismissable && (
                <Base.Close
                  render={<IconButton label="Close" tooltip={false} icon={<X size={17} />} className="-mt-1 -mr-1.5" />}
                />
              )}
            </header>
            {children && <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5 sm:px-6">{children}</div>}
            {footer && (
              <footer className="flex justify-end gap-2.5 border-t border-line px-5 py-3.5 max-sm:*:flex-1 sm:px-6">
                {footer}
              </footer>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
