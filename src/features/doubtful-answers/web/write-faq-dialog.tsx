import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { toast } from '../../../web/ui/toast.tsx'
import { EMPTY_FAQ, FaqDialog, useFaqCache } from '../../faqs/web/index.ts'
import type { DoubtfulAnswer } from '../contract.ts'

interface WriteFaqDialogProps {
  answer: Pick<DoubtfulAnswer, 'question' | 'question_id'>
  onClose: () => void
}

const DESCRIPTION =
  'Visitors got a different answer to this, and it did not seem to help. Write the answer they should get.'

/** Writes the FAQ that answers a question instead of the doubtful answer. */
export default function WriteFaqDialog({ answer: { question, question_id: id }, onClose }: WriteFaqDialogProps) {
  const faqs = useFaqCache()
  return (
    <FaqDialog
      open
      onOpenChange={onClose}
      title="Create FAQ"
      description={DESCRIPTION}
      submitLabel="Create FAQ"
      initial={{ ...EMPTY_FAQ, question: question.slice(0, 500), status: 'published' }}
      draftKey={`doubted:${id}`}
      save={({ display_order: _appended, status, ...faq }) =>
        client.questions.moveToFaq({
          id,
          overrides: { ...faq, status: status === 'published' ? 'published' : 'draft' },
        })
      }
      onSaved={() => {
        toast({ message: 'FAQ created successfully from message' })
        faqs.invalidate()
      }}
      failure={(error) => `Failed to create FAQ: ${messageOf(error)}`}
    />
  )
}
