import { useEffectEvent, useState } from 'react'
import { client } from '../../../../web/api/api.ts'
import { useEvents } from '../../../../web/api/use-events.ts'
import type { Faq, FaqVersion } from '../../contract.ts'

/** A version that another user saved while the FAQ is being edited. */
export interface NewerVersion {
  faq: Faq
  savedBy: FaqVersion['saved_by'] | null
}

/** Watches the server for a newer version of the FAQ that is being edited. @param seen null while there is none to watch */
export function useNewerVersion(seen: Faq | null): NewerVersion | null {
  const [newer, setNewer] = useState<NewerVersion | null>(null)

  const look = useEffectEvent(async () => {
    if (!seen) return
    const { id } = seen
    try {
      const [faq, { items }] = await Promise.all([client.faqs.get({ id }), client.faqs.history.list({ id })])
      setNewer({ faq, savedBy: items[0]?.saved_by ?? null })
    } catch {
      // Saving says what became of the FAQ.
    }
  })
  useEvents(['faq.changed'], ({ ids }) => {
    if (seen && (ids.length === 0 || ids.includes(seen.id))) void look()
  })
  return seen && newer && newer.faq.id === seen.id && newer.faq.version > seen.version ? newer : null
}
