import { lazy, Suspense, useState } from 'react'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import type { Question, Reply } from '../contract.ts'

const MoveToFaqDialog = lazy(() => import('./move-to-faq-dialog.tsx'))
const AddToFaqDialog = lazy(() => import('./add-to-faq-dialog.tsx'))

type Acting = { what: 'move' | 'add' | 'delete'; question: Question; reply?: Reply | undefined; open: boolean }

/** Which dialog is open for which question; a closed one keeps its question while it fades. */
export function useQuestionDialogs() {
  const [acting, setActing] = useState<Acting | null>(null)
  return {
    acting,
    show: (what: Acting['what']) => (question: Question, reply?: Reply) =>
      setActing({ what, question, reply, open: true }),
    of: (what: Acting['what']) => ({
      open: acting?.what === what && acting.open,
      onOpenChange: (open: boolean) => setActing((current) => current && { ...current, open }),
    }),
  }
}

interface QuestionDialogsProps {
  dialogs: ReturnType<typeof useQuestionDialogs>
  /** Rejects after showing an error. */
  onRemove: (question: Question) => Promise<void>
}

export function QuestionDialogs({ dialogs, onRemove }: QuestionDialogsProps) {
  const { acting, show, of } = dialogs
  return (
    <>
      {acting && (
        <>
          <Suspense>
            {acting.what === 'move' && (
              <MoveToFaqDialog question={acting.question} reply={acting.reply} {...of('move')} />
            )}
            {acting.what === 'add' && (
              <AddToFaqDialog
                question={acting.question}
                {...of('add')}
                onMoveInstead={() => show('move')(acting.question)}
              />
            )}
          </Suspense>
          <ConfirmDialog
            {...of('delete')}
            title="Delete Message"
            description="Are you sure you want to delete this message? This action cannot be undone."
            confirmLabel="Delete"
            destructive
            onConfirm={() => onRemove(acting.question)}
          />
        </>
      )}
    </>
  )
}
