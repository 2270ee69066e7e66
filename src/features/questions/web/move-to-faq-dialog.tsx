import { useRef } from 'react'
import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { EMPTY_FAQ, FaqDialog, useCreatedToast } from '../../faqs/web/index.ts'
import type { Outcome, Question, Reply } from '../contract.ts'
import { toFaqDraft } from '../domain/to-faq-draft.ts'
import { useQuestionCache } from './question-cache.ts'
import { isDeleted } from './use-question-actions.ts'

interface MoveToFaqDialogProps {
  question: Question
  /** The mail to the visitor; its text becomes the answer. */
  reply?: Reply | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}

const NO_ANSWER: Partial<Record<Outcome, string>> = {
  refused: 'The visitor got no answer to this. Write the answer they should have got.',
  unavailable: 'The visitor got no answer to this. Write the answer they should have got.',
  suggested: 'The visitor only got suggestions. Write the answer they should have got.',
}
const FROM_REPLY =
  'The answer is the reply to this visitor. Remove anything that only this visitor should read. Publish the FAQ to use it for answers.'
const REPLY_SENDING = 'The reply is on its way to the visitor.'
const CREATED_ALONE = 'FAQ created successfully. The original message has since been deleted.'

/** The create dialog, filled in with a visitor's question and the answer they were given, or the reply to it. */
export default function MoveToFaqDialog({ question, reply, open, onOpenChange }: MoveToFaqDialogProps) {
  const cache = useQuestionCache()
  const deleted = useRef(false)
  const showCreated = useCreatedToast()
  return (
    <FaqDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create FAQ"
      description={
        reply
          ? reply.state === 'sending'
            ? `${REPLY_SENDING} ${FROM_REPLY}`
            : FROM_REPLY
          : NO_ANSWER[question.outcome]
      }
      submitLabel="Create FAQ"
      initial={{ ...EMPTY_FAQ, ...toFaqDraft(question, reply && { answer: reply.text }) }}
      draftKey={`question:${reply?.id ?? question.id}`}
      attachable
      save={async ({ display_order: _appended, status: chosen, ...faq }) => {
        const status = chosen === 'published' ? 'published' : 'draft'
        deleted.current = false
        try {
          return await client.questions.moveToFaq({ id: question.id, overrides: { ...faq, status } })
        } catch (error) {
          if (!isDeleted(error)) throw error
          // Another user deleted the message in between; the draft must not be lost.
          deleted.current = true
          return client.faqs.create({ ...faq, status })
        }
      }}
      onSaved={(saved, withFiles) => {
        if (!withFiles) showCreated(saved, deleted.current ? CREATED_ALONE : 'FAQ created successfully from message')
        void cache.refresh()
      }}
      failure={(error) => `Failed to create FAQ: ${messageOf(error)}`}
    />
  )
}
