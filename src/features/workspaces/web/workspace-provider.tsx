import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import { api } from '../../../web/api/api.ts'
import { ApiError } from '../../../web/api/api-error.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import {
  selectedWorkspaceId,
  storeSelectedWorkspace,
  useSelectedWorkspaceId,
} from '../../../web/api/selected-workspace.ts'
import { useEvents } from '../../../web/api/use-events.ts'
import { toast } from '../../../web/ui/toast.tsx'
import { useSession } from '../../accounts/web/index.ts'
import { useAccessEnd } from '../../billing/web/index.ts'
import { type ListedWorkspace, roleAllows } from '../contract.ts'
import { chooseWorkspace } from './choose-workspace.ts'
import { WorkspaceContext, type WorkspaceState } from './workspace-context.tsx'

/** «The current workspace is refreshed every 30 minutes.» */
const REFRESH_MS = 30 * 60_000
/** The member counts' lifetime. What changes them here or in the selected workspace is heard of at once. */
const LIST_LIFETIME_MS = 60 * 60_000
const NONE: readonly ListedWorkspace[] = []
const listKey = JSON.stringify(api.workspaces.list.key().at(0))

/** Every query but those of the person and of the list of workspaces belongs to the selected workspace. */
const ofTheWorkspace = {
  predicate: ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
    !(Array.isArray(path) && path[0] === 'accounts') && JSON.stringify(path) !== listKey,
}

/** A selected workspace is left alone: its pending requests must not be canceled or repeated. */
async function select(id: string | null) {
  if (id === selectedWorkspaceId()) return
  await queryClient.cancelQueries(ofTheWorkspace)
  // Two may select the same at once: a page from which a workspace was deleted, and the list that no longer has it.
  if (id === selectedWorkspaceId()) return
  storeSelectedWorkspace(id)
  await queryClient.resetQueries(ofTheWorkspace)
}

export function WorkspaceProvider({ children }: { children: ReactNode }) {
  const list = useQuery(
    // The user may have joined or created another workspace in another tab.
    api.workspaces.list.queryOptions({ staleTime: LIST_LIFETIME_MS, refetchOnWindowFocus: 'always' }),
  )
  const selectedId = useSelectedWorkspaceId()
  const workspaces = list.data?.items ?? NONE
  const workspace = useMemo(() => chooseWorkspace(workspaces, selectedId), [workspaces, selectedId])
  const settled = workspace !== null && workspace.id === selectedId

  // The stored workspace may be gone, and a first visit has none.
  useEffect(() => {
    if (list.data && !settled) void select(workspace?.id ?? null)
  }, [list.data, settled, workspace])

  const isOpen = workspace !== null && workspace.second_factor_missing === null
  const { data: current, error: refusal } = useQuery(
    api.workspaces.current.queryOptions({ enabled: settled && isOpen, refetchInterval: REFRESH_MS }),
  )
  useEvents(['workspace.changed', 'members.changed', 'faq.changed', 'content.changed'], () => {
    void queryClient.invalidateQueries({ queryKey: api.workspaces.current.key() })
  })
  useEvents(['workspace.changed', 'workspace.deleted', 'members.changed'], () => {
    void queryClient.invalidateQueries({ queryKey: api.workspaces.list.key() })
    // The payer determines whether a plan applies.
    void queryClient.invalidateQueries({ queryKey: api.billing.overview.key() })
  })
  const plansChanged = () => {
    for (const key of [api.workspaces.current.key(), api.workspaces.list.key(), api.billing.key()])
      void queryClient.invalidateQueries({ queryKey: key })
  }
  useEvents(['subscription.changed'], plansChanged)
  useAccessEnd(current?.access.ends_at, plansChanged)
  const me = useSession()?.id
  useEvents(['members.changed'], ({ user_id, by_choice }) => {
    if (!workspace || user_id !== me || by_choice !== false) return
    toast({ message: `You no longer belong to ${workspace.name}.` })
  })

  const { refetch, isPending } = list
  // An owner has begun to require a second factor: the list says what is missing.
  const isRefused = refusal instanceof ApiError && refusal.code === 'workspace.second_factor_required'
  useEffect(() => {
    if (isRefused) void refetch()
  }, [isRefused, refetch])
  const error = list.data ? null : list.error
  const selectWorkspace = useCallback((id: string) => void select(id), [])
  const state = useMemo<WorkspaceState>(
    () => ({
      workspaces,
      loading: isPending || (workspace !== null && !settled),
      error,
      retry: () => void refetch(),
      workspace,
      isOpen,
      current,
      can: (action) => isOpen && roleAllows(workspace.role, action),
      selectWorkspace,
      clearSelection: () => void select(null),
    }),
    [workspaces, isPending, error, refetch, workspace, isOpen, settled, current, selectWorkspace],
  )
  return <WorkspaceContext value={state}>{children}</WorkspaceContext>
}
