import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, client } from '../../../web/api/api.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { useEvents } from '../../../web/api/use-events.ts'
import { useRefresh } from '../../../web/api/use-refresh.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { INTEGRATION_TYPES, INTEGRATIONS_PATH, type Integration, type IntegrationType } from '../contract.ts'
import { followSync, unfollowSync } from './followed-syncs.ts'
import { PROVIDER_TEXTS } from './provider-texts.ts'

/** What is connected and what can be, as it changes; tells how imports end that were begun in this tab. */
export function useIntegrations() {
  const list = useQuery(api.integrations.list.queryOptions({ refetchOnMount: 'always' }))
  const refresh = useRefresh(api.integrations.key())
  useEvents(['integration.changed', 'source.changed'], refresh)
  useEvents(['integration.synced'], ({ integration_id, integration_type, state }) => {
    const type = INTEGRATION_TYPES.find((one) => one === integration_type)
    if (!unfollowSync(String(integration_id)) || !type) return
    if (state === 'completed') toast({ message: PROVIDER_TEXTS[type].synced })
    else toastError(PROVIDER_TEXTS[type].syncFailed)
  })
  const { isError } = list
  useEffect(() => {
    if (isError) toastError('Failed to fetch integrations')
  }, [isError])
  return list
}

const refetch = () => queryClient.invalidateQueries({ queryKey: api.integrations.key() })

/** Sends the browser to the provider; it comes back to the integrations page. */
export function useConnect() {
  return useMutation({
    mutationFn: (type: IntegrationType) =>
      client.integrations.connect({ type, return_url: `${window.location.origin}${INTEGRATIONS_PATH}` }),
    onSuccess: ({ auth_url }) => window.location.assign(auth_url),
    onError: (_error, type) => toastError(PROVIDER_TEXTS[type].connectFailed),
  })
}

/** Imports what changed, now. */
export function useSync() {
  return useMutation({
    mutationFn: ({ id }: Integration) => client.integrations.sync({ id }),
    onSuccess: ({ id }) => followSync(id),
    onError: (_error, { type }) => toastError(PROVIDER_TEXTS[type].syncFailed),
    onSettled: refetch,
  })
}

/** Forgets a service; `keep` what was imported of it. Throws once it has told of a failure. */
export async function disconnect({ id, type }: Integration, keep: boolean): Promise<void> {
  try {
    await client.integrations.disconnect({ id, keep })
    toast({ message: PROVIDER_TEXTS[type].disconnected })
  } catch (error) {
    toastError(PROVIDER_TEXTS[type].disconnectFailed)
    throw error
  } finally {
    await refetch()
    await queryClient.invalidateQueries({ queryKey: api.knowledge.key() })
  }
}
