import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { testsOf } from './answer-test-words.ts'

/** Actions on answer tests; each shows its result, and `remove` rejects after showing an error. */
export function useAnswerTestActions() {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.answerTests.key() })
  const failing = (fallback: string) => (error: unknown) => toastError(messageOf(error, fallback))
  const running = useMutation({
    mutationFn: (id: string) => client.answerTests.run({ id }),
    onError: failing('Failed to run the test'),
    onSettled: refresh,
  })
  const runningAll = useMutation({
    mutationFn: () => client.answerTests.runAll(),
    onSuccess: ({ waiting }) => toast({ message: `Asking ${testsOf(waiting)}…` }),
    onError: failing('Failed to run the tests'),
    onSettled: refresh,
  })
  const removing = useMutation({
    mutationFn: (id: string) => client.answerTests.delete({ id }),
    onSuccess: (_done, id) => {
      queryClient.removeQueries({ queryKey: api.answerTests.details.key({ input: { id } }) })
      toast({ message: 'Answer test deleted' })
    },
    onError: failing('Failed to delete the test'),
    onSettled: refresh,
  })
  return {
    refresh,
    run: (id: string) => running.mutate(id),
    runAll: () => runningAll.mutate(),
    remove: (id: string) => removing.mutateAsync(id),
    busy: running.isPending || runningAll.isPending,
  }
}
