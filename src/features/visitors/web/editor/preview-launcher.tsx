import { MessageCircleQuestion, X } from 'lucide-react'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { contrast, parseColor } from '../../../../kernel/color.ts'
import { cx } from '../../../../web/ui/class-names.ts'

interface PreviewLauncherProps {
  /** Color of the button and of the panel's bar. */
  color: string
  theme: 'light' | 'dark'
  /** Text on the button and title of the panel; without one the button is round. */
  label?: string | undefined
  /** True for the bottom left corner. */
  isLeft: boolean
  className?: string
  style: CSSProperties
  /** Content of the panel. */
  children: ReactNode
}

/** The owner's page has a scheme of its own. */
const HOST_PAGE = {
  light: { ground: '#ffffff', line: '#e6e8ea' },
  dark: { ground: '#15191c', line: '#2c3338' },
}
const WIDTHS = ['w-2/5', 'w-full', 'w-11/12', 'w-3/4', 'w-full', 'w-5/6', 'w-1/2']

/** The button on an imagined page of the owner, and its panel, which it opens and closes. */
export function PreviewLauncher({ color, theme, label, isLeft, className, style, children }: PreviewLauncherProps) {
  const [isOpen, setOpen] = useState(true)
  const ground = parseColor(color)
  const isLight = ground !== null && contrast(ground, [0, 0, 0]) > contrast(ground, [255, 255, 255])
  const surface = { background: color, color: isLight ? '#000' : '#fff' }
  return (
    <div
      style={{ ...style, background: HOST_PAGE[theme].ground }}
      className={cx('relative flex flex-col overflow-hidden border border-line', className)}
    >
      <div aria-hidden="true" className="flex flex-col gap-4 p-6">
        {WIDTHS.map((width, index) => (
          <span
            key={`${index}-${width}`}
            style={{ background: HOST_PAGE[theme].line }}
            className={cx('h-3 rounded-full', width)}
          />
        ))}
      </div>
      <div
        // The panel keeps its state while it is closed, as the real one does.
        hidden={!isOpen}
        className={cx(
          'absolute inset-x-4 top-4 bottom-22 max-w-100 flex-col overflow-hidden rounded-xl bg-paper shadow-overlay',
          isOpen && 'flex',
          !isLeft && 'ml-auto',
        )}
      >
        <div style={surface} className="flex h-13 shrink-0 items-center pr-1 pl-5 text-base font-semibold">
          <span className="flex-1 truncate">{label || 'Help'}</span>
          <button
            type="button"
            aria-label="Close"
            onClick={() => setOpen(false)}
            className="grid size-11 place-items-center rounded-lg focus-visible:-outline-offset-4 focus-visible:outline-current"
          >
            <X size={20} aria-hidden="true" />
          </button>
        </div>
        {children}
      </div>
      <button
        type="button"
        aria-label={label ? undefined : 'Help'}
        aria-expanded={isOpen}
        onClick={() => setOpen((open) => !open)}
        style={surface}
        className={cx(
          'absolute bottom-4 flex h-14 min-w-14 items-center justify-center gap-2.5 rounded-full text-base font-semibold shadow-overlay',
          isLeft ? 'left-4' : 'right-4',
          label && 'pr-5 pl-4',
        )}
      >
        <MessageCircleQuestion size={24} aria-hidden="true" />
        {label}
      </button>
    </div>
  )
}
