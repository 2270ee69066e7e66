import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { SavedFaq } from '../../contract.ts'
import { useFaqActions } from '../use-faq-actions.ts'

/** Takes back the FAQ that was just created, and shows the existing one in its place. */
export function useOtherInstead(savedFaq: SavedFaq | null, closeDialog: () => void) {
  const [busy, setBusy] = useState(false)
  const faqActions = useFaqActions()
  const navigate = useNavigate()
  const useOther = async (otherId: string) => {
    if (!savedFaq) return
    setBusy(true)
    try {
      await faqActions.remove(savedFaq.id)
      closeDialog()
      await navigate(`/pages?faq=${otherId}`)
    } catch {
      // The failed removal has its toast; the choice stays open.
      setBusy(false)
    }
  }
  return { busy, use: (otherId: string) => void useOther(otherId) }
}
