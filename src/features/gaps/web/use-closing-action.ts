import { useState } from 'react'

/** Runs the action of a dialog and closes it; stays open where the action fails, which has shown its error. */
export function useClosingAction(onClose: () => void) {
  const [busy, setBusy] = useState(false)
  const runAction = async (action: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    try {
      await action()
      onClose()
    } catch {
      setBusy(false)
    }
  }
  return { busy, run: runAction, onOpenChange: (isOpen: boolean) => void (!isOpen && !busy && onClose()) }
}
