import { useMemo, useState } from 'react'
import { client } from '../../../../web/api/api.ts'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import { CHANGES_MAX, type ListedFaq, type ManyOutcome } from '../../contract.ts'
import {
  concerned,
  doneText,
  failureText,
  faqCount,
  inParts,
  type ManyAction,
  reasonText,
  TRANSITIONS,
} from '../../domain/many-faqs.ts'
import { useFaqCache } from '../faq-cache.ts'
import { faqSync } from '../faq-sync.ts'
import { useRestore } from '../trash/use-trash.ts'

type Undoable = Exclude<ManyAction, 'delete'>

/** The action and its FAQs; `category` belongs to `move`. */
export interface ManyChange {
  action: ManyAction
  faqs: readonly ListedFaq[]
  category?: string
}

/** One that was left as it was, and why. */
export interface LeftFaq {
  id: string
  question: string
  reason: string
}

/** Undefined where the FAQ is to go. */
function changedFaq(faq: ListedFaq, { action, category }: ManyChange): ListedFaq | undefined {
  if (action === 'delete') return undefined
  if (action === 'move') return { ...faq, category: category ?? faq.category }
  const { from, to } = TRANSITIONS[action]
  return from === null || faq.status === from ? { ...faq, status: to } : faq
}

/** One call: at most `CHANGES_MAX` FAQs. */
function askServer(faqIds: string[], undoableAction: Undoable, category?: string) {
  if (undoableAction === 'move') return client.faqs.updateMany({ ids: faqIds, category })
  const { from, to } = TRANSITIONS[undoableAction]
  return client.faqs.updateMany({ ids: faqIds, status: to, if_status: from ?? undefined })
}

/** Bulk actions: applied optimistically, sent some hundreds at a time, with an outcome for each FAQ. */
export function useManyFaqs() {
  const faqCache = useFaqCache()
  const { mutate: restoreFaqs } = useRestore()
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)

  const manyActions = useMemo(() => {
    /** Shows `after`, asks for each part of the ids, and catches up. @throws ApiError once the rows are taken back */
    const carryOut = async (
      faqsBefore: readonly ListedFaq[],
      changeOf: (faq: ListedFaq) => ListedFaq | undefined,
      askForChange: (ids: string[]) => Promise<{ outcomes: { id: string; outcome: ManyOutcome }[] }>,
    ) => {
      const faqIds = faqsBefore.map(({ id }) => id)
      const chosenIds = new Set(faqIds)
      await faqSync.show((faqs) => faqs.flatMap((faq) => (chosenIds.has(faq.id) ? (changeOf(faq) ?? []) : faq)))
      const outcomes = new Map<string, ManyOutcome>()
      setProgress({ done: 0, of: faqIds.length })
      try {
        for (const idPart of inParts(faqIds, CHANGES_MAX)) {
          for (const { id, outcome } of (await askForChange(idPart)).outcomes) outcomes.set(id, outcome)
          setProgress({ done: outcomes.size, of: faqIds.length })
        }
        faqCache.settled(faqIds)
      } catch (error) {
        faqCache.settled(
          faqIds,
          faqsBefore.filter(({ id }) => outcomes.get(id) !== 'done'),
        )
        throw error
      } finally {
        setProgress(null)
      }
      return outcomes
    }

    /** Gives FAQs the status or the category back that they had. */
    const undoChange = async (undoableAction: Undoable, faqsBefore: readonly ListedFaq[]) => {
      const faqsByValue = Map.groupBy(faqsBefore, (faq) => (undoableAction === 'move' ? faq.category : faq.status))
      try {
        for (const [value, faqs] of faqsByValue) {
          const manyChange = undoableAction === 'move' ? { category: value } : { status: faqs[0]?.status }
          await carryOut(
            faqs,
            (faq) => ({ ...faq, ...manyChange }) as ListedFaq,
            (faqIds) => client.faqs.updateMany({ ids: faqIds, ...manyChange }),
          )
        }
        toast({
          message: faqsBefore.length === 1 ? 'FAQ updated successfully' : `${faqCount(faqsBefore.length)} unchanged`,
        })
      } catch {
        toastError(failureText('move', faqsBefore.length))
      }
    }

    return {
      /** Shows the result. @returns the FAQs that were not changed, or null after a failure */
      async run(manyChange: ManyChange): Promise<LeftFaq[] | null> {
        const { action, category } = manyChange
        const faqs = concerned(manyChange.faqs, action, category)
        if (faqs.length === 0) {
          toast({ message: 'Nothing to change' })
          return []
        }
        const deletions: string[] = []
        try {
          const outcomes = await carryOut(
            faqs,
            (faq) => changedFaq(faq, manyChange),
            async (faqIds) => {
              if (action !== 'delete') return askServer(faqIds, action, category)
              const deletionResult = await client.faqs.deleteMany({ ids: faqIds })
              if (deletionResult.deletion_id) deletions.push(deletionResult.deletion_id)
              return deletionResult
            },
          )
          const changedFaqs = faqs.filter(({ id }) => outcomes.get(id) === 'done')
          if (changedFaqs.length > 0)
            toast({
              message: doneText(action, changedFaqs.length, category),
              action: {
                label: 'Undo',
                onAction: () =>
                  action === 'delete' ? restoreFaqs({ deletions }) : void undoChange(action, changedFaqs),
              },
            })
          return faqs.flatMap(({ id, question }) => {
            const faqOutcome = outcomes.get(id) ?? 'unchanged'
            return faqOutcome === 'done' ? [] : { id, question, reason: reasonText(action, faqOutcome) }
          })
        } catch {
          toastError(failureText(action, faqs.length))
          return null
        }
      },
      giveBack: (undoableAction: Undoable, faqsBefore: readonly ListedFaq[]) =>
        void undoChange(undoableAction, faqsBefore),
    }
  }, [faqCache, restoreFaqs])
  return { ...manyActions, progress }
}
