import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { client } from '../../../../web/api/api.ts'
import { ApiError } from '../../../../web/api/api-error.ts'
import { applyServerErrors } from '../../../../web/ui/form.tsx'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import {
  CONTENT_LABELS,
  type Faq,
  type FaqConflict,
  type FaqContent,
  faqConflictSchema,
  type SavedFaq,
} from '../../contract.ts'
import { conflictsBetween, mergedContent } from '../../domain/faq-conflict.ts'
import { useFaqCache } from '../faq-cache.ts'
import type { Deletion } from './deleted-notice.tsx'
import type { FaqFormValues, faqFormSchema } from './faq-form.ts'
import type { useAttachments } from './use-attachments.ts'
import type { useFaqDraft } from './use-faq-draft.ts'

export type FaqValues = z.output<typeof faqFormSchema>

/** State of a text after it was first sent. */
export type Progress =
  | { is: 'written' }
  /** Saved, and worth a word: others ask the same, or a file did not arrive. */
  | { is: 'saved'; faq: SavedFaq }
  | { is: 'outdated'; conflict: FaqConflict }
  | { is: 'deleted'; deletion: Deletion }

/** Others were faster: what they did, or null where it was something else. */
function concurrentChange(error: unknown, isEdited: boolean): Progress | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'faq.changed_meanwhile') {
    const conflict = faqConflictSchema.safeParse(error.details)
    return conflict.success ? { is: 'outdated', conflict: conflict.data } : null
  }
  if (error.code !== 'faq.not_found' || !isEdited) return null
  const deletedBy = error.details?.deleted_by as { kind?: unknown; name?: unknown } | undefined
  const deleterName = deletedBy?.kind !== 'system' && typeof deletedBy?.name === 'string' ? deletedBy.name : null
  return { is: 'deleted', deletion: { inTrash: error.details?.in_trash === true, by: deleterName } }
}

/** Takes a FAQ out of the trash again. @returns false where it is gone for good */
async function restoreFromTrash({ id }: Faq): Promise<boolean> {
  try {
    await client.faqs.trash.restore({ ids: [id] })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'not_found') return false
    throw error
  }
}

interface Submission {
  values: FaqValues
  /** The FAQ that the values are a change of. */
  seen: Faq | null
  anyway?: boolean | undefined
}

/** The same change made to the FAQ as it is now; null where both users changed the same field. */
function mergedSubmission({ values, seen }: Submission, { current }: FaqConflict): Submission | null {
  const mergedFaq = seen && mergedContent(seen, values, current)
  if (!mergedFaq) return null
  const hasMoved = values.display_order !== String(seen.display_order)
  const display_order = hasMoved ? values.display_order : String(current.display_order)
  return { values: { ...mergedFaq, display_order }, seen: current }
}

/** Names the fields of the other user that were kept beside one's own. */
function mergeNotice({ values, seen }: Submission, { current, saved_by: by }: FaqConflict): string {
  const theirConflicts = conflictsBetween(seen ?? current, values, current).filter(
    ({ suggested }) => suggested === 'theirs',
  )
  const fieldLabels = theirConflicts.map(({ field }) => CONTENT_LABELS[field].toLowerCase()).join(', ')
  return `${by && by.kind !== 'system' ? by.name : 'Another user'} changed ${fieldLabels || 'this FAQ'} while you were editing. Both changes were saved.`
}

interface FaqSavingOptions {
  form: UseFormReturn<FaqFormValues, unknown, FaqValues>
  draft: ReturnType<typeof useFaqDraft>
  attachments: ReturnType<typeof useAttachments>
  save: (values: FaqValues, seen: Faq | null) => Promise<SavedFaq>
  onSaved: (saved: SavedFaq, withFiles: boolean) => void
  failure: (error: unknown) => string
  close: () => void
}

/** Saves the draft and leads through conflicts and warnings. */
export function useFaqSaving({
  form,
  draft,
  attachments,
  save,
  onSaved,
  failure: failureMessage,
  close,
}: FaqSavingOptions) {
  const faqCache = useFaqCache()
  const [progress, setProgress] = useState<Progress>({ is: 'written' })
  const [failure, setFailure] = useState<unknown>(null)
  const hasFiles = attachments.list.length > 0

  const uploadFiles = async (faq: SavedFaq) => {
    const allArrived = await attachments.upload()
    if (allArrived) toast({ message: 'FAQ created with document uploaded successfully' })
    else toastError('Failed to create FAQ or upload document')
    if (allArrived && faq.warnings.length === 0) close()
    else setProgress({ is: 'saved', faq })
  }
  const uploading = useMutation({ mutationFn: uploadFiles })
  const storeFaq = async (submission: Submission): Promise<SavedFaq> => {
    const { values, seen, anyway } = submission
    if (anyway && seen && !(await restoreFromTrash(seen))) {
      const { display_order: _appended, ...faq } = values
      return client.faqs.create(faq)
    }
    try {
      return await save(values, seen)
    } catch (error) {
      const concurrent = concurrentChange(error, seen !== null)
      const mergedFaq = concurrent?.is === 'outdated' ? mergedSubmission(submission, concurrent.conflict) : null
      if (!mergedFaq || concurrent?.is !== 'outdated') throw error
      const savedFaq = await save(mergedFaq.values, mergedFaq.seen)
      toast({ message: mergeNotice(submission, concurrent.conflict) })
      return savedFaq
    }
  }
  const savingMutation = useMutation({
    mutationFn: async ({ values, seen, anyway }: Submission) => {
      setFailure(null)
      let savedFaq: SavedFaq
      try {
        savedFaq = await storeFaq({ values, seen, anyway })
      } catch (error) {
        const concurrent = concurrentChange(error, seen !== null)
        setProgress(concurrent ?? { is: 'written' })
        if (concurrent) return
        if (!applyServerErrors(form, error)) setFailure(error)
        toastError(hasFiles ? 'Failed to create FAQ or upload document' : failureMessage(error))
        return
      }
      draft.drop()
      const { warnings: _warnings, ...faq } = savedFaq
      faqCache.saved(faq)
      onSaved(savedFaq, hasFiles)
      if (hasFiles) return uploadFiles(savedFaq)
      if (savedFaq.warnings.length > 0) setProgress({ is: 'saved', faq: savedFaq })
      else close()
    },
  })
  const submitAs = (seenFaq: Faq | null, isForced = false) =>
    form.handleSubmit((formValues) =>
      savingMutation.mutateAsync({ values: formValues, seen: seenFaq, anyway: isForced }),
    )

  return {
    progress,
    failure,
    busy: savingMutation.isPending || uploading.isPending,
    saved: progress.is === 'saved' ? progress.faq : null,
    submit: submitAs(draft.seen),
    /** The choice between two changes is made: it is a change of what is there now. */
    settle: (currentFaq: Faq, settledContent: FaqContent) => {
      const typedPosition = form.getValues('display_order')
      const wasMoved = typedPosition !== String(draft.seen?.display_order)
      const display_order = wasMoved ? typedPosition : String(currentFaq.display_order)
      form.reset({ ...settledContent, display_order }, { keepDefaultValues: true })
      draft.setSeen(currentFaq)
      setProgress({ is: 'written' })
      void submitAs(currentFaq)()
    },
    saveAnyway: submitAs(draft.seen, true),
    uploadAgain: () => {
      if (progress.is === 'saved') uploading.mutate(progress.faq)
    },
  }
}
