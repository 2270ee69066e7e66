import { type ReactElement, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Kbd } from './kbd.tsx'
import { placeBeside, type Side } from './place-beside.ts'

/** Time in ms that a pointer rests before the tooltip shows, and that it may take to move onto the tooltip. */
const SHOW_DELAY_MS = 350
const HIDE_DELAY_MS = 80
const EVENTS = ['pointerenter', 'pointerleave', 'pointerdown', 'focusin', 'focusout']

export interface TooltipProps {
  label: string
  /** Keys as displayed, for example `['⌘', 'B']`. */
  shortcut?: string[]
  side?: Side
  disabled?: boolean
  /** One focusable element. It needs its own accessible name: text or `aria-label`. */
  children: ReactElement
}

/**
 * A hint on hover and keyboard focus. Written here because every page has tooltips, and a popup library would be a
 * fifth of the script of the first page.
 */
export function Tooltip({ label, shortcut, side = 'top', disabled = false, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element>()
  const timer = useRef<number>(undefined)
  const container = useRef<HTMLSpanElement>(null)
  const change = (next: Element | undefined, afterMs: number) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setAnchor(next), afterMs)
  }
  const hide = () => {
    window.clearTimeout(timer.current)
    setAnchor(undefined)
  }
  const show = (afterMs: number) => change(container.current?.firstElementChild ?? undefined, afterMs)

  const onEvent = useEffectEvent((event: Event) => {
    if (event.type === 'pointerenter') {
      if (!(event instanceof PointerEvent && event.pointerType === 'touch')) show(SHOW_DELAY_MS)
    } else if (event.type === 'pointerleave') change(undefined, HIDE_DELAY_MS)
    else if (event.type === 'focusin' && event.target instanceof Element && event.target.matches(':focus-visible'))
      show(0)
    else hide()
  })
  useEffect(() => {
    const span = container.current
    const listener = (event: Event) => onEvent(event)
    for (const type of EVENTS) span?.addEventListener(type, listener)
    return () => {
      window.clearTimeout(timer.current)
      for (const type of EVENTS) span?.removeEventListener(type, listener)
    }
  }, [])
  return (
    <>
      <span ref={container} className="contents">
        {children}
      </span>
      {anchor && !disabled && (
        <Bubble
          anchor={anchor}
          side={side}
          label={label}
          shortcut={shortcut}
          onReached={() => window.clearTimeout(timer.current)}
          onLeft={hide}
        />
      )}
    </>
  )
}

interface BubbleProps extends Pick<TooltipProps, 'label' | 'shortcut'> {
  anchor: Element
  side: Side
  /** The pointer moved onto the tooltip: it must stay while it is read. */
  onReached: () => void
  onLeft: () => void
}

function Bubble({ anchor, side, label, shortcut, onReached, onLeft }: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = bubble
    if (!current) return
    const size = { width: current.offsetWidth, height: current.offsetHeight }
    const room = { width: document.documentElement.clientWidth, height: window.innerHeight }
    const { left, top } = placeBeside(anchor.getBoundingClientRect(), size, side, room)
    current.style.translate = `${left}px ${top}px`
  }, [anchor, side])
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && onLeft()
    window.addEventListener('keydown', onKeyDown)
    window.addEventListener('scroll', onLeft, true)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('scroll', onLeft, true)
    }
  }, [onLeft])
  return createPortal(
    <div
      ref={bubble}
      role="tooltip"
      onPointerEnter={onReached}
      onPointerLeave={onLeft}
      className="fixed top-0 left-0 z-60 flex max-w-[calc(100vw-1rem)] items-center gap-2 rounded-md bg-ink px-2 py-1 text-xs font-medium text-paper shadow-overlay transition-opacity duration-120 starting:opacity-0"
    >
      {label}
      {shortcut && <Kbd keys={shortcut} inverted />}
    </div>,
    document.body,
  )
}
