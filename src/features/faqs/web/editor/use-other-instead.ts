import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { SavedFaq } from '../../contract.ts'
import { useFaqActions } from '../use-faq-actions.ts'

/** Takes back the FAQ that was just created, and shows the existing one in its place. */
export function useOtherInstead(saved: SavedFaq | null, close: () => void) {
  const [busy, setBusy] = useState(false)
  const actions = useFaqActions()
  const navigate = useNavigate()
  const use = async (otherId: string) => {
    if (!saved) return
    setBusy(true)
    try {
      await actions.remove(saved.id)
      close()
      await navigate(`/pages?faq=${otherId}`)
    } catch {
      // The failed removal has its toast; the choice stays open.
      setBusy(false)
    }
  }
  return { busy, use: (otherId: string) => void use(otherId) }
}
