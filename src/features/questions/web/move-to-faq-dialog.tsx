import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { toast } from '../../../web/ui/toast.tsx'
import { EMPTY_FAQ, FaqDialog } from '../../faqs/web/index.ts'
import type { Question } from '../contract.ts'
import { toFaqDraft } from '../domain/to-faq-draft.ts'

interface MoveToFaqDialogProps {
  question: Question
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The create dialog, filled in with a visitor's question and the answer they were given. */
export default function MoveToFaqDialog({ question, open, onOpenChange }: MoveToFaqDialogProps) {
  const unanswered = question.outcome === 'refused' || question.outcome === 'unavailable'
  return (
    <FaqDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create FAQ"
      description={unanswered ? 'The visitor got no answer to this. Write the one they should have had.' : undefined}
      submitLabel="Create FAQ"
      initial={{ ...EMPTY_FAQ, ...toFaqDraft(question) }}
      draftKey={`question:${question.id}`}
      attachable
      save={({ display_order: _appended, status, ...faq }) =>
        client.questions.moveToFaq({
          id: question.id,
          overrides: { ...faq, status: status === 'published' ? 'published' : 'draft' },
        })
      }
      onSaved={() => toast({ message: 'FAQ created successfully from message' })}
      failure={(error) => `Failed to create FAQ: ${messageOf(error)}`}
    />
  )
}
