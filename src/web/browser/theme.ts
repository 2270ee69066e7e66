import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const STORAGE_KEY = 'theme'
const listeners = new Set<() => void>()

function currentTheme(): Theme {
  const selectedTheme = document.documentElement.dataset.theme
  return selectedTheme === 'light' || selectedTheme === 'dark' ? selectedTheme : 'system'
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Applies a theme and stores it for the next visits in this browser. */
export function setTheme(theme: Theme): void {
  const rootElement = document.documentElement
  if (theme === 'system') delete rootElement.dataset.theme
  else rootElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, theme)
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

/** The color scheme of the page now. */
export function shownColorScheme(): 'light' | 'dark' {
  const theme = currentTheme()
  if (theme !== 'system') return theme
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme)

/** Applies the stored theme; called before the first render. */
export function restoreTheme(): void {
  try {
    const savedTheme = localStorage.getItem(STORAGE_KEY)
    if (savedTheme === 'light' || savedTheme === 'dark') document.documentElement.dataset.theme = savedTheme
  } catch {
    // Storage may be forbidden.
  }
}
