import { useEffect, useSyncExternalStore } from 'react'

let currentTitle = ''
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Sets the document title to "{title} · Answerloom" while the component is mounted. */
export function useDocumentTitle(pageTitle: string) {
  useEffect(() => {
    document.title = `${pageTitle} · Answerloom`
    currentTitle = pageTitle
    for (const listener of listeners) listener()
  }, [pageTitle])
}

/** Title of the page that is open, as its header shows it. */
export const usePageTitle = (): string => useSyncExternalStore(subscribe, () => currentTitle)
