import { useMutation } from '@tanstack/react-query'
import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { toastError } from '../../../../web/ui/toast.tsx'
import { useQuestionCache } from '../question-cache.ts'

/** Sends a reply, or retries a failed one. Rejects after showing an error. */
export function useReply() {
  const questionCache = useQuestionCache()
  return useMutation({
    mutationFn: (replyInput: { id: string; reply_id: string; text: string; then_done: boolean; again?: boolean }) =>
      client.questions.reply(replyInput),
    onError: (replyError) => toastError(messageOf(replyError, 'Failed to send the reply')),
    // Not awaited: the reply is under way before the lists show it.
    onSettled: () => void questionCache.refresh(),
  })
}
