import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { queryClient } from '../../../../web/api/query-client.ts'
import { Badge } from '../../../../web/ui/badge.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../../web/ui/error-state.tsx'
import { IconButton } from '../../../../web/ui/icon-button.tsx'
import { SkeletonRows } from '../../../../web/ui/skeleton.tsx'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import type { ApiKey } from '../../contract.ts'
import { accessText, usageText } from './api-key-words.ts'
import CreateApiKeyDialog from './create-api-key-dialog.tsx'

/** The keys with which other programs reach the workspace. */
export function ApiKeysCard() {
  const keys = useQuery(api.workspaces.apiKeys.list.queryOptions())
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey>()
  const [asking, setAsking] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.workspaces.apiKeys.key() })

  const revoke = async () => {
    if (!revoking) return
    try {
      await client.workspaces.apiKeys.revoke({ id: revoking.id })
    } catch (error) {
      toastError(messageOf(error, 'Failed to revoke the key'))
      throw error
    }
    toast({ message: 'API key revoked' })
    await refresh()
  }

  return (
    <Card
      title="API keys"
      description="For your own programs; each key acts as an owner of this workspace, within its scope."
      padded={false}
      actions={
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => setCreating(true)}>
          Create key
        </Button>
      }
    >
      <div className="mt-3 border-t border-line">
        {keys.isError && !keys.data ? (
          <ErrorState message={messageOf(keys.error)} onRetry={() => void keys.refetch()} />
        ) : !keys.data ? (
          <SkeletonRows rows={2} />
        ) : keys.data.items.length === 0 ? (
          <EmptyState title="No API keys yet" message="Create one to access this workspace from a program." />
        ) : (
          <ul aria-label="API keys" className="divide-y divide-line">
            {keys.data.items.map((key) => (
              <li key={key.id} className="flex min-h-15 items-center gap-3.5 px-5 py-2.5">
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-center gap-x-2 text-md font-medium">
                    <span className="min-w-0 truncate">{key.name}</span>
                    <Badge>{accessText(key)}</Badge>
                  </p>
                  <p className="truncate text-sm text-ink-faint">
                    <code className="font-mono">{key.hint}</code> · {usageText(key)}
                  </p>
                </div>
                <IconButton
                  variant="danger-ghost"
                  label={`Revoke ${key.name}`}
                  tooltip={false}
                  icon={<Trash2 size={16} />}
                  onClick={() => {
                    setRevoking(key)
                    setAsking(true)
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      {creating && <CreateApiKeyDialog open={creating} onOpenChange={setCreating} onCreated={refresh} />}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        destructive
        title={`Revoke ${revoking?.name ?? 'the key'}?`}
        description="Programs that use this key lose access at once. This action cannot be undone."
        confirmLabel="Revoke key"
        onConfirm={revoke}
      />
    </Card>
  )
}
