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
function changed(faq: ListedFaq, { action, category }: ManyChange): ListedFaq | undefined {
  if (action === 'delete') return undefined
  if (action === 'move') return { ...faq, category: category ?? faq.category }
  const { from, to } = TRANSITIONS[action]
  return from === null || faq.status === from ? { ...faq, status: to } : faq
}

/** One call: at most `CHANGES_MAX` FAQs. */
function ask(ids: string[], action: Undoable, category?: string) {
  if (action === 'move') return client.faqs.updateMany({ ids, category })
  const { from, to } = TRANSITIONS[action]
  return client.faqs.updateMany({ ids, status: to, if_status: from ?? undefined })
}

/** Bulk actions: applied optimistically, sent some hundreds at a time, with an outcome for each FAQ. */
export function useManyFaqs() {
  const cache = useFaqCache()
  const { mutate: restoreFaqs } = useRestore()
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)

  const actions = useMemo(() => {
    /** Shows `after`, asks for each part of the ids, and catches up. @throws ApiError once the rows are taken back */
    const carryOut = async (
      before: readonly ListedFaq[],
      after: (faq: ListedFaq) => ListedFaq | undefined,
      askFor: (ids: string[]) => Promise<{ outcomes: { id: string; outcome: ManyOutcome }[] }>,
    ) => {
      const ids = before.map(({ id }) => id)
      const chosen = new Set(ids)
      await faqSync.show((faqs) => faqs.flatMap((faq) => (chosen.has(faq.id) ? (after(faq) ?? []) : faq)))
      const outcomes = new Map<string, ManyOutcome>()
      setProgress({ done: 0, of: ids.length })
      try {
        for (const part of inParts(ids, CHANGES_MAX)) {
          for (const { id, outcome } of (await askFor(part)).outcomes) outcomes.set(id, outcome)
          setProgress({ done: outcomes.size, of: ids.length })
        }
        cache.settled(ids)
      } catch (error) {
        cache.settled(
          ids,
          before.filter(({ id }) => outcomes.get(id) !== 'done'),
        )
        throw error
      } finally {
        setProgress(null)
      }
      return outcomes
    }

    /** Gives FAQs the status or the category back that they had. */
    const giveBack = async (action: Undoable, before: readonly ListedFaq[]) => {
      const groups = Map.groupBy(before, (faq) => (action === 'move' ? faq.category : faq.status))
      try {
        for (const [value, faqs] of groups) {
          const change = action === 'move' ? { category: value } : { status: faqs[0]?.status }
          await carryOut(
            faqs,
            (faq) => ({ ...faq, ...change }) as ListedFaq,
            (ids) => client.faqs.updateMany({ ids, ...change }),
          )
        }
        toast({
          message: before.length === 1 ? 'FAQ updated successfully' : `${faqCount(before.length)} unchanged`,
        })
      } catch {
        toastError(failureText('move', before.length))
      }
    }

    return {
      /** Shows the result. @returns the FAQs that were not changed, or null after a failure */
      async run(change: ManyChange): Promise<LeftFaq[] | null> {
        const { action, category } = change
        const faqs = concerned(change.faqs, action, category)
        if (faqs.length === 0) {
          toast({ message: 'Nothing to change' })
          return []
        }
        const deletions: string[] = []
        try {
          const outcomes = await carryOut(
            faqs,
            (faq) => changed(faq, change),
            async (ids) => {
              if (action !== 'delete') return ask(ids, action, category)
              const deleted = await client.faqs.deleteMany({ ids })
              if (deleted.deletion_id) deletions.push(deleted.deletion_id)
              return deleted
            },
          )
          const done = faqs.filter(({ id }) => outcomes.get(id) === 'done')
          if (done.length > 0)
            toast({
              message: doneText(action, done.length, category),
              action: {
                label: 'Undo',
                onAction: () => (action === 'delete' ? restoreFaqs({ deletions }) : void giveBack(action, done)),
              },
            })
          return faqs.flatMap(({ id, question }) => {
            const outcome = outcomes.get(id) ?? 'unchanged'
            return outcome === 'done' ? [] : { id, question, reason: reasonText(action, outcome) }
          })
        } catch {
          toastError(failureText(action, faqs.length))
          return null
        }
      },
      giveBack: (action: Undoable, before: readonly ListedFaq[]) => void giveBack(action, before),
    }
  }, [cache, restoreFaqs])
  return { ...actions, progress }
}
