import { useSyncExternalStore } from 'react'

const query = () => window.matchMedia('(min-width: 640px)')

const subscribe = (notify: () => void) => {
  const watched = query()
  watched.addEventListener('change', notify)
  return () => watched.removeEventListener('change', notify)
}

/** Whether there is room for a table's side columns, or for two months side by side. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => query().matches)
