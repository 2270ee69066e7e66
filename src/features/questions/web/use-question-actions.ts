import { useMutation } from '@tanstack/react-query'
import { client } from '../../../web/api/api.ts'
import { ApiError, messageOf } from '../../../web/api/api-error.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { useFaqCache } from '../../faqs/web/index.ts'
import type { NamedFaq, Question } from '../contract.ts'
import { movedText } from '../domain/moving-text.ts'
import { useQuestionCache } from './question-cache.ts'

/** A colleague was faster: what was to be deleted is. */
export const isGone = (error: unknown) => error instanceof ApiError && error.code === 'question.not_found'

type Done = { question: Pick<Question, 'id' | 'done_at'>; done: boolean; undoing?: boolean }
type Adding = { id: string; faq_id: string }

/** Actions on questions; each shows its result. Awaited ones reject after showing an error. */
export function useQuestionActions() {
  const cache = useQuestionCache()
  const faqs = useFaqCache()

  const removal = useMutation({
    mutationFn: async (id: string) => {
      await client.questions.delete({ id }).catch((error: unknown) => {
        if (!isGone(error)) throw error
      })
    },
    onSuccess: () => toast({ message: 'Message deleted successfully' }),
    onError: () => toastError('Failed to delete message'),
    onSettled: cache.refresh,
  })
  const clearing = useMutation({
    mutationFn: () => client.questions.deleteAll(),
    onSuccess: () => toast({ message: 'All messages deleted successfully' }),
    onError: () => toastError('Failed to delete all messages'),
    onSettled: cache.refresh,
  })
  const moving = useMutation({
    mutationFn: () => client.questions.moveAllToFaqs(),
    onSuccess: (result) => {
      const { title, details } = movedText(result)
      toast(details ? { title, message: details } : { message: title })
      faqs.invalidate()
    },
    onError: (error) => {
      const reason = error instanceof ApiError && error.kind === 'limit' ? `. ${error.message}` : ''
      toastError(`Failed to move messages to FAQs${reason}`)
    },
    onSettled: cache.refresh,
  })

  const done = useMutation({
    mutationFn: ({ question, done }: Done) => client.questions.setDone({ id: question.id, done }),
    onMutate: ({ question, done }) => cache.patch(question.id, { done_at: done ? new Date().toISOString() : null }),
    onSuccess: (_saved, { question, done: isDone, undoing }) => {
      if (undoing) return
      toast({
        message: isDone ? 'Marked as done' : 'Reopened',
        action: { label: 'Undo', onAction: () => done.mutate({ question, done: !isDone, undoing: true }) },
      })
    },
    onError: (error, change, takeBack) => {
      takeBack?.()
      const what = change.done ? 'Failed to mark the message as done' : 'Failed to reopen the message'
      toastError(isGone(error) ? 'This message has been deleted.' : what)
    },
    onSettled: cache.refresh,
  })

  const taking = useMutation({
    mutationFn: (options: Adding & { reopen: boolean }) => client.questions.takeFromFaq(options),
    onSuccess: () => toast({ message: 'Removed from the FAQ' }),
    onError: (error) => toastError(messageOf(error, 'Failed to remove the question from the FAQ')),
    onSettled: () => {
      faqs.invalidate()
      return cache.refresh()
    },
  })
  const adding = useMutation({
    mutationFn: (options: Adding) => client.questions.addToFaq(options),
    onSuccess: ({ faq, added, marked_done: reopen }, options) =>
      toast({
        message: added ? addedTo(faq) : `“${faq.question}” has this question already`,
        ...(added && { action: { label: 'Undo', onAction: () => taking.mutate({ ...options, reopen }) } }),
      }),
    onError: (error) => toastError(messageOf(error, 'Failed to add the question to the FAQ')),
    onSettled: () => {
      faqs.invalidate()
      return cache.refresh()
    },
  })

  return {
    remove: (id: string) => removal.mutateAsync(id),
    deleteAll: () => clearing.mutateAsync(),
    moveAll: () => moving.mutateAsync(),
    setDone: (question: Done['question'], isDone: boolean) => done.mutate({ question, done: isDone }),
    addToFaq: (options: Adding) => adding.mutateAsync(options),
  }
}

const addedTo = ({ question, status }: NamedFaq) =>
  status === 'published'
    ? `Added to “${question}”, which now answers it`
    : `Added to “${question}”, which answers it once it is published`
