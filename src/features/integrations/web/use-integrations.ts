import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, client } from '../../../web/api/api.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { useEvents } from '../../../web/api/use-events.ts'
import { useRefresh } from '../../../web/api/use-refresh.ts'
import { openExternalPage } from '../../../web/browser/open-external-page.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { describeService, type ServiceKind } from '../../knowledge/contract.ts'
import { INTEGRATIONS_PATH, type Integration } from '../contract.ts'
import { followSync, takeFollowedEnd } from './followed-syncs.ts'

/** Connected and available integrations, updated live; announces the end of imports that were started in this tab. */
export function useIntegrations() {
  const integrationList = useQuery(api.integrations.list.queryOptions({ refetchOnMount: 'always' }))
  const refresh = useRefresh(api.integrations.list.key())
  useEvents(['integration.changed', 'integration.synced', 'source.changed'], refresh)
  // A short import may have ended before this page listened: its end is read from the list, however it got there.
  const integrationItems = integrationList.data?.items
  useEffect(() => {
    for (const integration of integrationItems ?? []) {
      const syncEnd = takeFollowedEnd(integration)
      if (syncEnd === 'completed') toast({ message: describeService(integration.type).synced })
      else if (syncEnd === 'failed') toastError(describeService(integration.type).syncFailed)
    }
  }, [integrationItems])
  const { isError } = integrationList
  useEffect(() => {
    if (isError) toastError('Failed to fetch integrations')
  }, [isError])
  return integrationList
}

const refetchList = () => queryClient.invalidateQueries({ queryKey: api.integrations.list.key() })

/** Sends the browser to the provider; it comes back to the integrations page. */
export function useConnect() {
  return useMutation({
    mutationFn: async (serviceKind: ServiceKind) => {
      const return_url = `${window.location.origin}${INTEGRATIONS_PATH}`
      await openExternalPage((await client.integrations.connect({ type: serviceKind, return_url })).auth_url)
    },
    onSuccess: refetchList,
    onError: (_error, serviceKind) => toastError(describeService(serviceKind).connectFailed),
  })
}

/** Imports what changed, now. */
export function useSync() {
  return useMutation({
    mutationFn: ({ id }: Integration) => client.integrations.sync({ id }),
    onSuccess: followSync,
    onError: (_error, { type }) => toastError(describeService(type).syncFailed),
    onSettled: refetchList,
  })
}

/** Disconnects a service; `keep` keeps its content. Rejects after showing the error. */
export async function disconnectService({ id, type }: Integration, keep: boolean): Promise<void> {
  try {
    await client.integrations.disconnect({ id, keep })
    toast({ message: describeService(type).disconnected })
  } catch (disconnectError) {
    toastError(describeService(type).disconnectFailed)
    throw disconnectError
  } finally {
    await refetchList()
    await queryClient.invalidateQueries({ queryKey: api.knowledge.key() })
  }
}
