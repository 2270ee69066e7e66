import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { useLiveQueries } from '../../../web/api/use-live.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'

const WEBHOOK_EVENTS = ['webhooks.changed'] as const

/** Refetches endpoints and deliveries when they change. */
export function useLiveWebhooks(): void {
  useLiveQueries(WEBHOOK_EVENTS, api.webhooks.key())
}

export function useWebhooks() {
  useLiveWebhooks()
  return useQuery(api.webhooks.list.queryOptions({ refetchOnMount: 'always' }))
}

/** Actions on one endpoint; each shows its result, and `remove` rejects after showing an error. */
export function useWebhookActions(endpointId: string) {
  const queryClient = useQueryClient()
  const refreshWebhooks = () => queryClient.invalidateQueries({ queryKey: api.webhooks.key() })
  const toastFailure = (fallbackMessage: string) => (requestError: unknown) =>
    toastError(messageOf(requestError, fallbackMessage))
  const pauseMutation = useMutation({
    mutationFn: () => client.webhooks.pause({ id: endpointId }),
    onSuccess: () => toast({ message: 'Endpoint paused' }),
    onError: toastFailure('Failed to pause the endpoint'),
    onSettled: refreshWebhooks,
  })
  const resumeMutation = useMutation({
    mutationFn: () => client.webhooks.resume({ id: endpointId }),
    onSuccess: () => toast({ message: 'Endpoint resumed' }),
    onError: toastFailure('Failed to resume the endpoint'),
    onSettled: refreshWebhooks,
  })
  const testMutation = useMutation({
    mutationFn: () => client.webhooks.test({ id: endpointId }),
    onSuccess: () => toast({ message: 'Sending a test event…' }),
    onError: toastFailure('Failed to send a test event'),
    onSettled: refreshWebhooks,
  })
  const sendAgainMutation = useMutation({
    mutationFn: (deliveryId: string) =>
      client.webhooks.deliveries.sendAgain({ id: endpointId, delivery_id: deliveryId }),
    onSuccess: () => toast({ message: 'Sending the event again…' }),
    onError: toastFailure('Failed to send the event again'),
    onSettled: refreshWebhooks,
  })
  const deleteMutation = useMutation({
    mutationFn: () => client.webhooks.delete({ id: endpointId }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: api.webhooks.get.key({ input: { id: endpointId } }) })
      toast({ message: 'Endpoint deleted' })
    },
    onError: toastFailure('Failed to delete the endpoint'),
  })
  return {
    refresh: refreshWebhooks,
    pause: () => pauseMutation.mutate(),
    resume: () => resumeMutation.mutate(),
    test: () => testMutation.mutate(),
    sendAgain: (deliveryId: string) => sendAgainMutation.mutate(deliveryId),
    remove: () => deleteMutation.mutateAsync(),
    busy: pauseMutation.isPending || resumeMutation.isPending || testMutation.isPending || sendAgainMutation.isPending,
  }
}
