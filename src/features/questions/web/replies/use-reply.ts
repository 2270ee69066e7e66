import { useMutation } from '@tanstack/react-query'
import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { toastError } from '../../../../web/ui/toast.tsx'
import { useQuestionCache } from '../question-cache.ts'

/** Sends a reply, or retries a failed one. Rejects after showing an error. */
export function useReply() {
  const cache = useQuestionCache()
  return useMutation({
    mutationFn: (input: { id: string; reply_id: string; text: string; then_done: boolean; again?: boolean }) =>
      client.questions.reply(input),
    onError: (error) => toastError(messageOf(error, 'Failed to send the reply')),
    // Not awaited: the reply is under way before the lists show it.
    onSettled: () => void cache.refresh(),
  })
}
