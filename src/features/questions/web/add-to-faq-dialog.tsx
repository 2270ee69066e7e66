import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check, FilePlus2, Search } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../web/api/api.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { OptionList } from '../../../web/ui/option-list.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { StatusBadge } from '../../../web/ui/status-badge.tsx'
import { useSearchText } from '../../faqs/web/index.ts'
import type { Question, SimilarFaq } from '../contract.ts'
import { useQuestionActions } from './use-question-actions.ts'

interface AddToFaqDialogProps {
  question: Question
  open: boolean
  onOpenChange: (open: boolean) => void
  onMoveInstead: () => void
}

/** Chooses the FAQ that should answer this question from now on; the nearest stand first. */
export default function AddToFaqDialog({ question, open, onOpenChange, onMoveInstead }: AddToFaqDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add to an existing FAQ"
      description={
        <>
          <span className="line-clamp-3 font-medium text-ink [overflow-wrap:anywhere]">{question.question}</span>
          <span>becomes an alternative question of the FAQ you choose, and gets its answer at once.</span>
        </>
      }
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button icon={<FilePlus2 size={16} />} onClick={onMoveInstead}>
            Create a new FAQ instead
          </Button>
        </>
      }
    >
      <FaqPicker question={question} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function FaqPicker({ question, onDone }: { question: Question; onDone: () => void }) {
  const [q, setQ] = useState('')
  const [typed, setTyped] = useSearchText(q, setQ)
  const { addToFaq } = useQuestionActions()
  const [busy, setBusy] = useState(false)
  const near = useQuery(
    api.questions.similarFaqs.queryOptions({
      input: { id: question.id, q: q.trim() || undefined },
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  )
  const choose = async (faq: SimilarFaq) => {
    if (busy) return
    setBusy(true)
    try {
      await addToFaq({ id: question.id, faq_id: faq.id })
      onDone()
    } catch {
      // The error was shown; another FAQ may work.
    }
    setBusy(false)
  }
  const waiting = near.isPending || typed !== q || busy
  return (
    <div className="overflow-hidden rounded-lg border border-line-strong" aria-busy={waiting}>
      <OptionList
        label="FAQs"
        placeholder="Search your FAQs…"
        onQueryChange={setTyped}
        empty={
          near.isPending
            ? 'Looking for similar FAQs…'
            : near.isError
              ? 'Your FAQs could not be searched. Please try again.'
              : 'No FAQ matches. Try other words, or create a new one.'
        }
        searchIcon={waiting ? <Spinner size={17} /> : <Search size={17} aria-hidden="true" />}
        className="h-80"
        options={(near.data?.items ?? []).map((faq) => ({
          id: faq.id,
          label: faq.question,
          end: faq.holds ? (
            <span className="inline-flex items-center gap-1 text-xs text-ink-faint">
              <Check size={13} aria-hidden="true" /> Already added
            </span>
          ) : (
            faq.status === 'draft' && <StatusBadge status="draft" />
          ),
          onSelect: () => void choose(faq),
        }))}
      />
    </div>
  )
}
