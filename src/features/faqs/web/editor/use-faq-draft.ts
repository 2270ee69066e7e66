import { useEffect, useEffectEvent, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { useSelectedWorkspaceId } from '../../../../web/api/selected-workspace.ts'
import { type DraftOwner, deleteDraft, readDraft, watchDraft, writeDraft } from '../../../../web/browser/drafts.ts'
import { useSession } from '../../../accounts/web/index.ts'
import { contentSchema, type Faq, faqSchema } from '../../contract.ts'
import type { FaqFormValues } from './faq-form.ts'

/** The draft with the FAQ it started from, so that changes of others are not overwritten. The values may still be unfinished. */
const draftSchema = z.object({
  values: contentSchema.extend({ display_order: z.string() }),
  seen: faqSchema.nullable(),
})
type FaqDraft = z.output<typeof draftSchema>

function readFaqDraft(draftOwner: DraftOwner, draftName: string, faq: Faq | null): FaqDraft | null {
  const parsedDraft = draftSchema.safeParse(readDraft(draftOwner, draftName))
  return parsedDraft.success && parsedDraft.data.seen?.id === faq?.id ? parsedDraft.data : null
}

interface FaqDraftOptions<T> {
  form: UseFormReturn<FaqFormValues, unknown, T>
  open: boolean
  /** Names the text among all that this person writes in this workspace. */
  name: string
  /** The FAQ that is edited; null for a new one. */
  faq: Faq | null
}

/** Keeps what is typed into the dialog until it is saved or thrown away: over a reload, and until one signs out. */
export function useFaqDraft<T>({ form, open, name, faq }: FaqDraftOptions<T>) {
  const userId = useSession()?.id ?? null
  const workspaceId = useSelectedWorkspaceId()
  const [seen, setSeen] = useState(faq)
  const [restored, setRestored] = useState(false)
  const [elsewhere, setElsewhere] = useState(false)

  const rememberDraft = useEffectEvent((draftOwner: DraftOwner, formValues: FaqFormValues, isDirty: boolean) => {
    if (isDirty) writeDraft(draftOwner, name, { values: formValues, seen } satisfies FaqDraft)
    else deleteDraft(draftOwner, name)
  })
  const restoreDraft = useEffectEvent((draftOwner: DraftOwner) => {
    const parsedDraft = readFaqDraft(draftOwner, name, faq)
    setRestored(parsedDraft !== null)
    if (!parsedDraft) return
    form.reset(parsedDraft.values, { keepDefaultValues: true })
    setSeen(parsedDraft.seen)
  })
  useEffect(() => {
    if (!open || !userId || !workspaceId) return
    const draftOwner = { userId, workspaceId }
    restoreDraft(draftOwner)
    const stopWatching = watchDraft(draftOwner, name, setElsewhere)
    const stopRemembering = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => rememberDraft(draftOwner, values, isDirty ?? false),
    })
    return () => {
      stopWatching()
      stopRemembering()
    }
  }, [open, userId, workspaceId, name, form])

  return {
    /** The FAQ that the text is a change of: as it was when the typing began. */
    seen,
    setSeen,
    restored,
    /** Another tab writes the same. */
    elsewhere,
    drop: () => {
      setRestored(false)
      if (userId && workspaceId) deleteDraft({ userId, workspaceId }, name)
    },
  }
}
