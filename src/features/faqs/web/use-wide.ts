import { useSyncExternalStore } from 'react'

const query = window.matchMedia('(min-width: 640px)')

const subscribe = (notify: () => void) => {
  query.addEventListener('change', notify)
  return () => query.removeEventListener('change', notify)
}

/** Whether there is room for a table's side columns. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
