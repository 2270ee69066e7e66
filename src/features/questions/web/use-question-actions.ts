import { useMutation } from '@tanstack/react-query'
import { client } from '../../../web/api/api.ts'
import { ApiError, messageOf } from '../../../web/api/api-error.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { useFaqCache } from '../../faqs/web/index.ts'
import type { NamedFaq, Question } from '../contract.ts'
import { movedText } from '../domain/moving-text.ts'
import { useQuestionCache } from './question-cache.ts'

/** A colleague was faster: what was to be deleted is. */
export const isDeleted = (actionError: unknown) =>
  actionError instanceof ApiError && actionError.code === 'question.not_found'

type DoneChange = { question: Pick<Question, 'id' | 'done_at'>; done: boolean; undoing?: boolean }
type FaqAddition = { id: string; faq_id: string }

/** Actions on questions; each shows its result. Awaited ones reject after showing an error. */
export function useQuestionActions() {
  const questionCache = useQuestionCache()
  const faqCache = useFaqCache()

  const deleteMutation = useMutation({
    mutationFn: async (questionId: string) => {
      await client.questions.delete({ id: questionId }).catch((deleteError: unknown) => {
        if (!isDeleted(deleteError)) throw deleteError
      })
    },
    onSuccess: () => toast({ message: 'Message deleted successfully' }),
    onError: () => toastError('Failed to delete message'),
    onSettled: questionCache.refresh,
  })
  const deleteAllMutation = useMutation({
    mutationFn: () => client.questions.deleteAll(),
    onSuccess: () => toast({ message: 'All messages deleted successfully' }),
    onError: () => toastError('Failed to delete all messages'),
    onSettled: questionCache.refresh,
  })
  const moveAllMutation = useMutation({
    mutationFn: () => client.questions.moveAllToFaqs(),
    onSuccess: (moveResult) => {
      const { title, details } = movedText(moveResult)
      toast(details ? { title, message: details } : { message: title })
      faqCache.invalidate()
    },
    onError: (moveError) => {
      const limitReason = moveError instanceof ApiError && moveError.kind === 'limit' ? `. ${moveError.message}` : ''
      toastError(`Failed to move messages to FAQs${limitReason}`)
    },
    onSettled: questionCache.refresh,
  })

  const doneMutation = useMutation({
    mutationFn: ({ question, done }: DoneChange) => client.questions.setDone({ id: question.id, done }),
    onMutate: ({ question, done }) =>
      questionCache.patch(question.id, { done_at: done ? new Date().toISOString() : null }),
    onSuccess: (_saved, { question, done: isDone, undoing }) => {
      if (undoing) return
      toast({
        message: isDone ? 'Marked as done' : 'Reopened',
        action: { label: 'Undo', onAction: () => doneMutation.mutate({ question, done: !isDone, undoing: true }) },
      })
    },
    onError: (doneError, doneChange, revertChange) => {
      revertChange?.()
      const failureText = doneChange.done ? 'Failed to mark the message as done' : 'Failed to reopen the message'
      toastError(isDeleted(doneError) ? 'This message has been deleted.' : failureText)
    },
    onSettled: questionCache.refresh,
  })

  const takeMutation = useMutation({
    mutationFn: (takeOptions: FaqAddition & { reopen: boolean }) => client.questions.takeFromFaq(takeOptions),
    onSuccess: () => toast({ message: 'Removed from the FAQ' }),
    onError: (takeError) => toastError(messageOf(takeError, 'Failed to remove the question from the FAQ')),
    onSettled: () => {
      faqCache.invalidate()
      return questionCache.refresh()
    },
  })
  const addMutation = useMutation({
    mutationFn: (faqAddition: FaqAddition) => client.questions.addToFaq(faqAddition),
    onSuccess: ({ faq, added, marked_done: reopen }, faqAddition) =>
      toast({
        message: added ? addedText(faq) : `“${faq.question}” has this question already`,
        ...(added && { action: { label: 'Undo', onAction: () => takeMutation.mutate({ ...faqAddition, reopen }) } }),
      }),
    onError: (addError) => toastError(messageOf(addError, 'Failed to add the question to the FAQ')),
    onSettled: () => {
      faqCache.invalidate()
      return questionCache.refresh()
    },
  })

  return {
    remove: (questionId: string) => deleteMutation.mutateAsync(questionId),
    deleteAll: () => deleteAllMutation.mutateAsync(),
    moveAll: () => moveAllMutation.mutateAsync(),
    setDone: (question: DoneChange['question'], isDone: boolean) => doneMutation.mutate({ question, done: isDone }),
    addToFaq: (faqAddition: FaqAddition) => addMutation.mutateAsync(faqAddition),
  }
}

const addedText = ({ question, status }: NamedFaq) =>
  status === 'published'
    ? `Added to “${question}”, which now answers it`
    : `Added to “${question}”, which answers it once it is published`
