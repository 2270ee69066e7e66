import { useSyncExternalStore } from 'react'

/** A hook that says whether the window is at least this wide, in pixels. */
function atLeast(pixels: number): () => boolean {
  const query = () => window.matchMedia(`(min-width: ${pixels}px)`)
  const subscribe = (notify: () => void) => {
    const watched = query()
    watched.addEventListener('change', notify)
    return () => watched.removeEventListener('change', notify)
  }
  return () => useSyncExternalStore(subscribe, () => query().matches)
}

/** Returns true when there is space for two months side by side. */
export const useWide = atLeast(640)

/** Returns true when there is space for a table's side columns beside the sidebar. */
export const useColumnRoom = atLeast(960)

/** Returns true when there is space for labeled buttons in the rows of a table. */
export const useLabelRoom = atLeast(1024)
