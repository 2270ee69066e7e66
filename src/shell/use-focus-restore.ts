import { useEffect } from 'react'

/** Number of focused elements to remember: enough for a dialog over a dialog over a menu. */
const MAX_REMEMBERED = 8

/** The element and its ancestors, innermost first, without body and html. */
function withAncestors(target: EventTarget | null): HTMLElement[] {
  const focusPath: HTMLElement[] = []
  for (let ancestor = target instanceof Element ? target : null; ancestor; ancestor = ancestor.parentElement)
    if (ancestor instanceof HTMLElement && ancestor !== document.body && ancestor !== document.documentElement)
      focusPath.push(ancestor)
  return focusPath
}

/** Number of animation frames to wait until a closing dialog releases the page behind it. */
const MAX_WAIT_FRAMES = 30

/**
 * Focuses an element, with a temporary `tabindex` when it is not focusable by itself.
 * @returns false when it cannot take the focus: it has no box, or a dialog makes it inert
 */
function tryFocus(candidate: HTMLElement): boolean {
  const isMadeFocusable = candidate.tabIndex < 0 && !candidate.hasAttribute('tabindex')
  if (isMadeFocusable) candidate.tabIndex = -1
  candidate.focus({ preventScroll: true })
  const hasFocus = document.activeElement === candidate
  if (isMadeFocusable && hasFocus)
    candidate.addEventListener('blur', () => candidate.removeAttribute('tabindex'), { once: true })
  else if (isMadeFocusable) candidate.removeAttribute('tabindex')
  return hasFocus
}

/**
 * Restores the focus when the focused element is removed from the page (a deleted row, a link whose page was left):
 * moves it to the nearest ancestor that still exists, unless the page has focused something else. Browsers would reset
 * it to the body, and screen readers would start from the top.
 */
export function useFocusRestore(): void {
  useEffect(() => {
    let recentPaths: HTMLElement[][] = []
    let pendingFrame = 0
    const rememberFocus = ({ target }: FocusEvent) => {
      recentPaths = [withAncestors(target), ...recentPaths].slice(0, MAX_REMEMBERED)
    }
    const restoreFocus = (framesLeft: number) => {
      if (document.activeElement !== document.body) return
      const pageContent = document.getElementById('content')
      const candidates = [...recentPaths.flat(), ...(pageContent ? [pageContent] : [])].filter(
        (element) => element.isConnected && element.id !== 'root',
      )
      if (!candidates.some(tryFocus) && framesLeft > 0)
        pendingFrame = requestAnimationFrame(() => restoreFocus(framesLeft - 1))
    }
    const removalObserver = new MutationObserver(() => {
      if (document.activeElement !== document.body || recentPaths[0]?.[0]?.isConnected !== false) return
      cancelAnimationFrame(pendingFrame)
      pendingFrame = requestAnimationFrame(() => restoreFocus(MAX_WAIT_FRAMES))
    })
    document.addEventListener('focusin', rememberFocus)
    removalObserver.observe(document.body, { childList: true, subtree: true })
    return () => {
      cancelAnimationFrame(pendingFrame)
      removalObserver.disconnect()
      document.removeEventListener('focusin', rememberFocus)
    }
  }, [])
}
