import { useQuery } from '@tanstack/react-query'
import { Unplug } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { Choice } from '../../../web/ui/choice.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { PageSpinner } from '../../../web/ui/spinner.tsx'
import { toastError } from '../../../web/ui/toast.tsx'
import { useIdentityProof } from '../../accounts/web/index.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'
import { type AuthorizationRequest, authorizationRequestSchema, type ConnectionRequest } from '../contract.ts'

const SCOPES = [
  { value: 'read', label: 'Read only' },
  { value: 'write', label: 'Read, write and publish' },
] as const

/** /connect: an assistant asks for access to a workspace, and its owner decides. */
export function Component() {
  const [search] = useSearchParams()
  const asked = authorizationRequestSchema.safeParse(Object.fromEntries(search))
  return (
    <Page narrow>
      <PageHeader title="Connect an assistant" />
      {asked.success ? (
        <Connection request={asked.data} />
      ) : (
        <EmptyState
          title="This address is incomplete"
          icon={Unplug}
          message="Answerloom does not know which assistant asks for access. Start again from your assistant, or look up how to connect it."
          action={<ButtonLink to="/faq-links">How to connect</ButtonLink>}
        />
      )}
    </Page>
  )
}

function Connection({ request }: { request: AuthorizationRequest }) {
  const { data, error } = useQuery(api.mcp.readConnection.queryOptions({ input: request, retry: false }))
  const problem = data?.problem_url
  useEffect(() => {
    if (problem) window.location.replace(problem)
  }, [problem])
  if (error) return <ErrorState title="Not connected" message={messageOf(error)} />
  return data && !problem ? <ConnectionForm request={request} connection={data} /> : <PageSpinner />
}

interface ConnectionFormProps {
  request: AuthorizationRequest
  connection: ConnectionRequest
}

function ConnectionForm({ request, connection }: ConnectionFormProps) {
  const { current, can } = useWorkspace()
  const [scope, setScope] = useState(connection.scope)
  const [busy, setBusy] = useState(false)
  const identity = useIdentityProof()
  const deny = () => window.location.replace(connection.deny_url)

  const allow = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const proof = await identity.collect()
      const { redirect_url } = await client.mcp.allowConnection({ request, scope, ...proof })
      window.location.replace(redirect_url)
    } catch (error) {
      setBusy(false)
      if (!identity.shows(error)) toastError(messageOf(error, 'Failed to connect'))
    }
  }

  if (!current) return <PageSpinner />
  const name = current.workspace.name
  if (!can('api_key.manage'))
    return (
      <Card title={`Only an owner of ${name} can connect an assistant`}>
        <p className="text-md text-ink-soft">Ask an owner, or select a workspace of your own.</p>
        <Button className="mt-4" onClick={deny}>
          Cancel
        </Button>
      </Card>
    )
  return (
    <Card
      title={`Let “${connection.client_name}” work on ${name}?`}
      description={`The access goes to ${connection.redirect_host}. Continue only if you started this yourself.`}
    >
      <form noValidate onSubmit={(event) => void allow(event)} className="flex flex-col gap-5">
        <p className="text-md text-ink-soft">
          It can see questions, gaps, FAQs, sources and statistics of this workspace, including what visitors wrote. You
          can revoke its access in the workspace settings. The access ends after 30 days without use, or after a year.
          To connect another workspace, select it first.
        </p>
        {connection.scope === 'write' && (
          <Choice label="Access" options={SCOPES} value={scope} onValueChange={setScope} disabled={busy} />
        )}
        {identity.fields}
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={busy} onClick={deny}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={busy}>
            Allow
          </Button>
        </div>
      </form>
    </Card>
  )
}
