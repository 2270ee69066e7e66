import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../../web/api/api.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { QueryError } from '../../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../../web/ui/skeleton.tsx'
import type { ApiKey } from '../../contract.ts'
import { ApiKeyList, refreshApiKeys } from './api-key-list.tsx'
import { usageText } from './api-key-words.ts'
import CreateApiKeyDialog from './create-api-key-dialog.tsx'

const REVOCATION = {
  description: 'Programs that use this key lose access at once. This action cannot be undone.',
  confirm: 'Revoke key',
  done: 'API key revoked',
  failure: 'Failed to revoke the key',
}

const detail = (key: ApiKey) => (
  <>
    <code className="font-mono">{key.hint}</code> · {usageText(key)}
    {key.created_by && ` · Created by ${key.created_by}`}
  </>
)

/** The keys with which other programs reach the workspace. */
export function ApiKeysCard() {
  const keys = useQuery(api.workspaces.apiKeys.list.queryOptions())
  const [creating, setCreating] = useState(false)
  const own = keys.data?.items.filter(({ kind }) => kind === 'key')

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
        {keys.isError && !own ? (
          <QueryError title="The API keys could not be loaded" query={keys} />
        ) : !own ? (
          <SkeletonRows rows={2} />
        ) : own.length === 0 ? (
          <EmptyState title="No API keys yet" message="Create one to access this workspace from a program." />
        ) : (
          <ApiKeyList label="API keys" keys={own} detail={detail} revocation={REVOCATION} />
        )}
      </div>
      {creating && <CreateApiKeyDialog open={creating} onOpenChange={setCreating} onCreated={refreshApiKeys} />}
    </Card>
  )
}
