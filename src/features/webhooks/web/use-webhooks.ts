import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { useLive } from '../../../web/api/use-live.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'

const EVENTS = ['webhooks.changed'] as const

/** Refetches endpoints and deliveries when they change. */
export function useLiveWebhooks(): void {
  const queryClient = useQueryClient()
  useLive(EVENTS, () => queryClient.invalidateQueries({ queryKey: api.webhooks.key() }))
}

export function useWebhooks() {
  useLiveWebhooks()
  return useQuery(api.webhooks.list.queryOptions({ refetchOnMount: 'always' }))
}

/** Actions on one endpoint; each shows its result, and `remove` rejects after showing an error. */
export function useWebhookActions(id: string) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.webhooks.key() })
  const failing = (fallback: string) => (error: unknown) => toastError(messageOf(error, fallback))
  const pausing = useMutation({
    mutationFn: () => client.webhooks.pause({ id }),
    onSuccess: () => toast({ message: 'Endpoint paused' }),
    onError: failing('Failed to pause the endpoint'),
    onSettled: refresh,
  })
  const resuming = useMutation({
    mutationFn: () => client.webhooks.resume({ id }),
    onSuccess: () => toast({ message: 'Endpoint resumed' }),
    onError: failing('Failed to resume the endpoint'),
    onSettled: refresh,
  })
  const testing = useMutation({
    mutationFn: () => client.webhooks.test({ id }),
    onSuccess: () => toast({ message: 'Sending a test event…' }),
    onError: failing('Failed to send a test event'),
    onSettled: refresh,
  })
  const sending = useMutation({
    mutationFn: (deliveryId: string) => client.webhooks.deliveries.sendAgain({ id, delivery_id: deliveryId }),
    onSuccess: () => toast({ message: 'Sending the event again…' }),
    onError: failing('Failed to send the event again'),
    onSettled: refresh,
  })
  const removing = useMutation({
    mutationFn: () => client.webhooks.delete({ id }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: api.webhooks.get.key({ input: { id } }) })
      toast({ message: 'Endpoint deleted' })
    },
    onError: failing('Failed to delete the endpoint'),
  })
  return {
    refresh,
    pause: () => pausing.mutate(),
    resume: () => resuming.mutate(),
    test: () => testing.mutate(),
    sendAgain: (deliveryId: string) => sending.mutate(deliveryId),
    remove: () => removing.mutateAsync(),
    busy: pausing.isPending || resuming.isPending || testing.isPending || sending.isPending,
  }
}
