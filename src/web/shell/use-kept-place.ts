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

/** The focus for something that is none of the stops on a page; it is one no longer when the focus leaves. */
function focusOn(place: HTMLElement): void {
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place.focus({ preventScroll: true })
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
    const settle = () => {
      if (document.activeElement !== document.body) return
      const place = places.flat().find((one) => one.isConnected && one.id !== 'root')
      if (place) focusOn(place)
    }
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || places[0]?.[0]?.isConnected !== false) return
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(settle)
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
