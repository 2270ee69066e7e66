import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'

const COOKIE = 'sidebar_state'
const WEEK_SECONDS = 7 * 24 * 60 * 60
/** Width in px below which the sidebar is a drawer. */
const NARROW = '(max-width: 767.98px)'

export interface SidebarState {
  narrow: boolean
  /** Wide windows: the sidebar shows icons only. */
  collapsed: boolean
  /** Narrow windows: the drawer is open. */
  drawerOpen: boolean
  toggle: () => void
  closeDrawer: () => void
}

const rememberedCollapsed = () => document.cookie.split('; ').includes(`${COOKIE}=collapsed`)

function remember(collapsed: boolean) {
  document.cookie = `${COOKIE}=${collapsed ? 'collapsed' : 'expanded'}; path=/; max-age=${WEEK_SECONDS}; samesite=lax`
}

function subscribeToWidth(listener: () => void) {
  const query = window.matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** State of the sidebar, kept in a cookie for 7 days; Ctrl/⌘ B toggles it anywhere. */
export function useSidebar(): SidebarState {
  const narrow = useSyncExternalStore(subscribeToWidth, () => window.matchMedia(NARROW).matches)
  const [collapsed, setCollapsed] = useState(rememberedCollapsed)
  const [drawerOpen, setDrawerOpen] = useState(false)

  const toggle = useCallback(() => {
    if (narrow) return setDrawerOpen((open) => !open)
    setCollapsed((before) => {
      remember(!before)
      return !before
    })
  }, [narrow])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [toggle])

  return { narrow, collapsed: collapsed && !narrow, drawerOpen, toggle, closeDrawer: () => setDrawerOpen(false) }
}
