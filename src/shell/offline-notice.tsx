import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Shown while the browser has no network. The region is always there: screen readers announce only what changes in it. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status" className={online ? undefined : 'border-b border-line bg-warn-soft px-4 py-2 text-md text-ink'}>
      {!online && (
        <p className="flex items-center gap-2">
          <WifiOff size={16} aria-hidden="true" className="shrink-0 text-warn" />
          You are offline. Changes can be saved once the connection is back.
        </p>
      )}
    </div>
  )
}
