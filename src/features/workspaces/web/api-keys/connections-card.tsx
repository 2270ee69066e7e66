import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../web/api/api.ts'
import { Card } from '../../../../web/ui/card.tsx'
import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { QueryError } from '../../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../../web/ui/skeleton.tsx'
import type { ApiKey } from '../../contract.ts'
import { ApiKeyList } from './api-key-list.tsx'
import { usageText } from './api-key-words.ts'

const REVOCATION = {
  description: 'The assistant loses access at once. To connect it again, an owner has to allow it again.',
  confirm: 'Revoke access',
  done: 'Access revoked',
  failure: 'Failed to revoke the access',
}

const detail = (key: ApiKey) =>
  [...(key.created_by ? [`Connected by ${key.created_by}`] : []), usageText(key)].join(' · ')

/** Assistants that an owner connected by OAuth. */
export function ConnectionsCard() {
  const keys = useQuery(api.workspaces.apiKeys.list.queryOptions())
  const connections = keys.data?.items.filter(({ kind }) => kind === 'connection')
  return (
    <Card
      title="Connected assistants"
      description="Claude, ChatGPT and others that an owner let work on this workspace over MCP."
      padded={false}
    >
      <div className="mt-3 border-t border-line">
        {keys.isError && !connections ? (
          <QueryError title="The assistants could not be loaded" query={keys} />
        ) : !connections ? (
          <SkeletonRows rows={1} />
        ) : connections.length === 0 ? (
          <EmptyState
            title="No assistants connected"
            message={
              <>
                Add the workspace to an assistant as a connector:{' '}
                <a href="/docs/mcp" className="font-medium text-link underline underline-offset-2">
                  how to connect
                </a>
              </>
            }
          />
        ) : (
          <ApiKeyList label="Connected assistants" keys={connections} detail={detail} revocation={REVOCATION} />
        )}
      </div>
    </Card>
  )
}
