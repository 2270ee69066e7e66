import { useEffect } from 'react'

/** Number of focused elements to remember: enough for a dialog over a dialog over a menu. */
const MAX_REMEMBERED = 8

/** The element and its ancestors, innermost first, without body and html. */
function withAncestors(target: EventTarget | null): HTMLElement[] {
  const path: HTMLElement[] = []
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement)
    if (at instanceof HTMLElement && at !== document.body && at !== document.documentElement) path.push(at)
  return path
}

/** Number of animation frames to wait until a closing dialog releases the page behind it. */
const MAX_WAIT_FRAMES = 30

/**
 * Focuses an element, with a temporary `tabindex` when it is not focusable by itself.
 * @returns false when it cannot take the focus: it has no box, or a dialog makes it inert
 */
function tryFocus(place: HTMLElement): boolean {
  const isMadeFocusable = place.tabIndex < 0 && !place.hasAttribute('tabindex')
  if (isMadeFocusable) place.tabIndex = -1
  place.focus({ preventScroll: true })
  const has = document.activeElement === place
  if (isMadeFocusable && has) place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  else if (isMadeFocusable) place.removeAttribute('tabindex')
  return has
}

/**
 * Restores the focus when the focused element is removed from the page (a deleted row, a link whose page was left):
 * moves it to the nearest ancestor that still exists, unless the page has focused something else. Browsers would reset
 * it to the body, and screen readers would start from the top.
 */
export function useFocusRestore(): void {
  useEffect(() => {
    let places: HTMLElement[][] = []
    let frame = 0
    const onFocus = ({ target }: FocusEvent) => {
      places = [withAncestors(target), ...places].slice(0, MAX_REMEMBERED)
    }
    const settle = (left: number) => {
      if (document.activeElement !== document.body) return
      const page = document.getElementById('content')
      const around = [...places.flat(), ...(page ? [page] : [])].filter(
        (element) => element.isConnected && element.id !== 'root',
      )
      if (!around.some(tryFocus) && left > 0) frame = requestAnimationFrame(() => settle(left - 1))
    }
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || places[0]?.[0]?.isConnected !== false) return
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => settle(MAX_WAIT_FRAMES))
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
