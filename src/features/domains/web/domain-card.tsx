import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { z } from 'zod'
import { requiredText } from '../../../kernel/wire.ts'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { queryClient, replaceData } from '../../../web/api/query-client.ts'
import { useEvents } from '../../../web/api/use-events.ts'
import { copyToClipboard } from '../../../web/browser/copy-to-clipboard.ts'
import { Badge, type Tone } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { applyServerErrors, TextField, useZodForm } from '../../../web/ui/form.tsx'
import { IconButton } from '../../../web/ui/icon-button.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { ProNote } from '../../team/web/index.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'
import { type CustomDomain, type CustomDomainStatus, DOMAIN_MAX, INVALID_DOMAIN } from '../contract.ts'

const schema = z.object({ custom_domain: requiredText(DOMAIN_MAX + 20, INVALID_DOMAIN) })

const STATUSES: Record<CustomDomainStatus, { tone: Tone; label: string }> = {
  none: { tone: 'neutral', label: 'None' },
  pending: { tone: 'warn', label: 'Pending' },
  verified: { tone: 'good', label: 'Verified' },
  failed: { tone: 'bad', label: 'Failed' },
}

const keep = (domain: CustomDomain) => replaceData(api.domains.get.queryKey(), domain)

/** The public page on a domain of the workspace's own. */
export function DomainCard() {
  const domain = useQuery(api.domains.get.queryOptions())
  useEvents(['workspace.changed'], () => void queryClient.invalidateQueries({ queryKey: api.domains.key() }))
  return (
    <Card title="Custom domain" description="Your public page on your own domain, such as help.example.com.">
      {domain.isError && !domain.data ? (
        <QueryError title="The domain could not be loaded" query={domain} />
      ) : !domain.data ? (
        <SkeletonRows rows={2} />
      ) : domain.data.custom_domain === null ? (
        <NameDomain />
      ) : (
        <NamedDomain domain={domain.data} />
      )}
    </Card>
  )
}

function NameDomain() {
  const locked = useWorkspace().current?.access.limits.advanced_customization === false
  const noteId = useId()
  const form = useZodForm(schema, { custom_domain: '' })
  const { isSubmitting } = form.formState
  const submit = form.handleSubmit(async (values) => {
    try {
      keep(await client.domains.set(values))
    } catch (error) {
      if (!applyServerErrors(form, error)) toastError(messageOf(error, 'Failed to save the domain'))
    }
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {locked && <ProNote id={noteId}>A custom domain is part of the Pro plan.</ProNote>}
      <fieldset
        disabled={locked}
        aria-label={locked ? 'Custom domain' : undefined}
        aria-describedby={locked ? noteId : undefined}
        className="flex min-w-0 flex-col gap-4"
      >
        <TextField
          control={form.control}
          name="custom_domain"
          label="Domain"
          placeholder="help.example.com"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            Add domain
          </Button>
        </div>
      </fieldset>
    </form>
  )
}

function NamedDomain({ domain }: { domain: CustomDomain }) {
  const [checking, setChecking] = useState(false)
  const [asking, setAsking] = useState(false)
  const status = STATUSES[domain.custom_domain_status]

  const verify = async () => {
    setChecking(true)
    try {
      const checked = await client.domains.verify({})
      keep(checked)
      if (checked.custom_domain_status === 'verified') toast({ message: 'Domain verified' })
    } catch (error) {
      toastError(messageOf(error, 'Failed to verify the domain'))
    }
    setChecking(false)
  }

  const remove = async () => {
    try {
      keep(await client.domains.remove({}))
    } catch (error) {
      toastError(messageOf(error, 'Failed to remove the domain'))
      throw error
    }
    toast({ message: 'Domain removed' })
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-center gap-2.5 text-md font-medium">
        <span className="min-w-0 truncate">{domain.custom_domain}</span>
        <Badge tone={status.tone}>{status.label}</Badge>
      </p>
      {domain.custom_domain_status !== 'verified' && domain.record && (
        <div className="text-md text-ink-soft">
          <p>
            Create these two DNS records at your domain provider. It can take up to an hour until they are detected.
          </p>
          <dl className="mt-3 divide-y divide-line rounded-lg border border-line">
            <DnsRecord kind="TXT" name={domain.record.name} value={domain.record.value} />
            <DnsRecord kind="CNAME" name={domain.custom_domain ?? ''} value={domain.target} />
          </dl>
        </div>
      )}
      {domain.problem && (
        <p role="status" className="text-md text-bad">
          {domain.problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2.5">
        {domain.custom_domain_status !== 'verified' && (
          <Button variant="primary" loading={checking} onClick={verify}>
            Verify now
          </Button>
        )}
        <Button variant="danger-ghost" onClick={() => setAsking(true)}>
          Remove domain
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        destructive
        title={`Remove ${domain.custom_domain}?`}
        description="Visitors can no longer open the public page at this domain. Its Answerloom address keeps working."
        confirmLabel="Remove domain"
        onConfirm={remove}
      />
    </div>
  )
}

function DnsRecord({ kind, name, value }: { kind: string; name: string; value: string }) {
  return (
    <div className="flex items-center gap-3 px-3.5 py-2.5">
      <dt className="w-16 shrink-0 font-mono text-sm font-medium text-ink">{kind}</dt>
      <dd className="min-w-0 flex-1 font-mono text-sm break-all">
        <span className="block text-ink">{name}</span>
        <span className="block">{value}</span>
      </dd>
      <IconButton
        label={`Copy the ${kind} record’s value`}
        tooltip={false}
        icon={<Copy size={16} />}
        onClick={() => void copyToClipboard(value, 'Code')}
      />
    </div>
  )
}
