import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { answerTestCountText } from './answer-test-words.ts'

/** Actions on answer tests; each shows its result, and `remove` rejects after showing an error. */
export function useAnswerTestActions() {
  const queryClient = useQueryClient()
  const refreshAnswerTests = () => queryClient.invalidateQueries({ queryKey: api.answerTests.key() })
  const toastFailure = (fallbackMessage: string) => (requestError: unknown) =>
    toastError(messageOf(requestError, fallbackMessage))
  const runMutation = useMutation({
    mutationFn: (id: string) => client.answerTests.run({ id }),
    onError: toastFailure('Failed to run the test'),
    onSettled: refreshAnswerTests,
  })
  const runAllMutation = useMutation({
    mutationFn: () => client.answerTests.runAll(),
    onSuccess: ({ waiting }) => toast({ message: `Asking ${answerTestCountText(waiting)}…` }),
    onError: toastFailure('Failed to run the tests'),
    onSettled: refreshAnswerTests,
  })
  const deleteMutation = useMutation({
    mutationFn: (id: string) => client.answerTests.delete({ id }),
    onSuccess: (_done, id) => {
      queryClient.removeQueries({ queryKey: api.answerTests.details.key({ input: { id } }) })
      toast({ message: 'Answer test deleted' })
    },
    onError: toastFailure('Failed to delete the test'),
    onSettled: refreshAnswerTests,
  })
  return {
    refresh: refreshAnswerTests,
    run: (id: string) => runMutation.mutate(id),
    runAll: () => runAllMutation.mutate(),
    remove: (id: string) => deleteMutation.mutateAsync(id),
    busy: runMutation.isPending || runAllMutation.isPending,
  }
}
