import { useEffect, useSyncExternalStore } from 'react'

let current = ''
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Sets the document title to "{title} · Answerloom" while the component is mounted. */
export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Answerloom`
    current = title
    for (const listener of listeners) listener()
  }, [title])
}

/** Title of the page that is open, as its header shows it. */
export const usePageTitle = (): string => useSyncExternalStore(subscribe, () => current)
