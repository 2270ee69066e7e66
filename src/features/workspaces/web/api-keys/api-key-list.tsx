import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { queryClient } from '../../../../web/api/query-client.ts'
import { Badge } from '../../../../web/ui/badge.tsx'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import { IconButton } from '../../../../web/ui/icon-button.tsx'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import type { ApiKey } from '../../contract.ts'
import { accessText } from './api-key-words.ts'

export const refreshApiKeys = () => queryClient.invalidateQueries({ queryKey: api.workspaces.apiKeys.key() })

/** Texts around the revocation of one entry. */
export interface RevocationTexts {
  description: string
  confirm: string
  done: string
  failure: string
}

interface ApiKeyListProps {
  label: string
  keys: ApiKey[]
  /** Second line of an entry. */
  detail: (key: ApiKey) => ReactNode
  revocation: RevocationTexts
}

/** Keys with their access and use, each with a button that revokes it after a confirmation. */
export function ApiKeyList({ label, keys, detail, revocation }: ApiKeyListProps) {
  const [revoking, setRevoking] = useState<ApiKey>()
  const [asking, setAsking] = useState(false)

  const revoke = async () => {
    if (!revoking) return
    try {
      await client.workspaces.apiKeys.revoke({ id: revoking.id })
    } catch (error) {
      toastError(messageOf(error, revocation.failure))
      throw error
    }
    toast({ message: revocation.done })
    await refreshApiKeys()
  }

  return (
    <>
      <ul aria-label={label} className="divide-y divide-line">
        {keys.map((key) => (
          <li key={key.id} className="flex min-h-15 items-center gap-3.5 px-5 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 text-md font-medium">
                <span className="min-w-0 truncate">{key.name}</span>
                <Badge>{accessText(key)}</Badge>
              </p>
              <p className="text-sm break-words text-ink-faint sm:truncate">{detail(key)}</p>
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
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        destructive
        title={`Revoke ${revoking?.name ?? 'the key'}?`}
        description={revocation.description}
        confirmLabel={revocation.confirm}
        onConfirm={revoke}
      />
    </>
  )
}
