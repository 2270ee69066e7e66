import { useEffectEvent, useState } from 'react'
import { client } from '../../../../web/api/api.ts'
import { useEvents } from '../../../../web/api/use-events.ts'
import type { Faq, FaqVersion } from '../../contract.ts'

/** A version that another user saved while the FAQ is being edited. */
export interface NewerVersion {
  faq: Faq
  savedBy: FaqVersion['saved_by'] | null
}

/** Watches the server for a newer version of the FAQ that is being edited. @param seenFaq null while there is none to watch */
export function useNewerVersion(seenFaq: Faq | null): NewerVersion | null {
  const [newer, setNewer] = useState<NewerVersion | null>(null)

  const lookForVersion = useEffectEvent(async () => {
    if (!seenFaq) return
    const { id } = seenFaq
    try {
      const [faq, { items }] = await Promise.all([client.faqs.get({ id }), client.faqs.history.list({ id })])
      setNewer({ faq, savedBy: items[0]?.saved_by ?? null })
    } catch {
      // Saving says what became of the FAQ.
    }
  })
  useEvents(['faq.changed'], ({ ids }) => {
    if (seenFaq && (ids.length === 0 || ids.includes(seenFaq.id))) void lookForVersion()
  })
  return seenFaq && newer && newer.faq.id === seenFaq.id && newer.faq.version > seenFaq.version ? newer : null
}
