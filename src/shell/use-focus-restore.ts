import { useEffect } from 'react'

/** As many places are remembered as a dialog over a dialog over a menu makes. */
const REMEMBERED = 8

/** An element with everything around it, from the inside out. */
function pathOf(target: EventTarget | null): HTMLElement[] {
  const path: HTMLElement[] = []
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement)
    if (at instanceof HTMLElement && at !== document.body && at !== document.documentElement) path.push(at)
  return path
}

/** So many frames a dialog may take to let go of the page behind it. */
const FRAMES = 30

/**
 * Gives the focus to something that is none of the stops on a page, for as long as it stays there.
 * @returns whether it could be: what has no box of its own, and what a dialog covers, cannot
 */
function focusOn(place: HTMLElement): boolean {
  const lent = place.tabIndex < 0 && !place.hasAttribute('tabindex')
  if (lent) place.tabIndex = -1
  place.focus({ preventScroll: true })
  const has = document.activeElement === place
  if (lent && has) place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  else if (lent) place.removeAttribute('tabindex')
  return has
}

/**
 * Where what had the focus is taken off the page – a row that was dealt with, a button that did its work, a link with its
 * whole page – the focus goes to what stood around it, unless the page has put it somewhere by then. Left to the browser it
 * would go nowhere, and a screen reader to the top.
 */
export function useKeptPlace(): void {
  useEffect(() => {
    let places: HTMLElement[][] = []
    let frame = 0
    const onFocus = ({ target }: FocusEvent) => {
      places = [pathOf(target), ...places].slice(0, REMEMBERED)
    }
    const settle = (left: number) => {
      if (document.activeElement !== document.body) return
      const page = document.getElementById('content')
      const around = [...places.flat(), ...(page ? [page] : [])].filter((one) => one.isConnected && one.id !== 'root')
      if (!around.some(focusOn) && left > 0) frame = requestAnimationFrame(() => settle(left - 1))
    }
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || places[0]?.[0]?.isConnected !== false) return
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => settle(FRAMES))
    })
    document.addEventListener('focusin', onFocus)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
    }
  }, [])
}
