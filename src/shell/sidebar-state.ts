import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'

const COOKIE_NAME = 'sidebar_state'
const WEEK_SECONDS = 7 * 24 * 60 * 60
/** Width in px below which the sidebar is a drawer. */
const NARROW_SCREEN_QUERY = '(max-width: 767.98px)'

export interface SidebarState {
  narrow: boolean
  /** Wide windows: the sidebar shows icons only. */
  collapsed: boolean
  /** Narrow windows: the drawer is open. */
  drawerOpen: boolean
  toggle: () => void
  closeDrawer: () => void
}

const rememberedCollapsed = () => document.cookie.split('; ').includes(`${COOKIE_NAME}=collapsed`)

function storeCollapsed(isCollapsed: boolean) {
  document.cookie = `${COOKIE_NAME}=${isCollapsed ? 'collapsed' : 'expanded'}; path=/; max-age=${WEEK_SECONDS}; samesite=lax`
}

function subscribeToWidth(listener: () => void) {
  const screenQuery = window.matchMedia(NARROW_SCREEN_QUERY)
  screenQuery.addEventListener('change', listener)
  return () => screenQuery.removeEventListener('change', listener)
}

/** State of the sidebar, kept in a cookie for 7 days; Ctrl/⌘ B toggles it anywhere. */
export function useSidebar(): SidebarState {
  const isNarrow = useSyncExternalStore(subscribeToWidth, () => window.matchMedia(NARROW_SCREEN_QUERY).matches)
  const [collapsed, setCollapsed] = useState(rememberedCollapsed)
  const [drawerOpen, setDrawerOpen] = useState(false)

  const toggle = useCallback(() => {
    if (isNarrow) return setDrawerOpen((wasOpen) => !wasOpen)
    setCollapsed((wasCollapsed) => {
      storeCollapsed(!wasCollapsed)
      return !wasCollapsed
    })
  }, [isNarrow])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [toggle])

  return {
    narrow: isNarrow,
    collapsed: collapsed && !isNarrow,
    drawerOpen,
    toggle,
    closeDrawer: () => setDrawerOpen(false),
  }
}
