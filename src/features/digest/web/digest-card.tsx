import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { replaceData } from '../../../web/api/query-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { Select } from '../../../web/ui/select.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { useWorkspace } from '../../workspaces/web/index.ts'
import type { DigestFrequency, DigestSetting } from '../contract.ts'

const FREQUENCIES = [
  { value: 'off', label: 'Off' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every Monday' },
] as const

const SAVED: Record<DigestFrequency, string> = {
  off: 'Digest turned off',
  daily: 'You will get the digest every day',
  weekly: 'You will get the digest every Monday',
}

/** The user's digest setting for the selected workspace. */
export default function DigestCard() {
  const { workspace } = useWorkspace()
  if (!workspace) return null
  return <WorkspaceDigest key={workspace.id} name={workspace.name} />
}

function WorkspaceDigest({ name }: { name: string }) {
  const query = useQuery(api.digest.get.queryOptions())
  return (
    <Card
      title="Email digest"
      description={`New gaps, failing answer tests and people who wait for a reply in ${name}, by email. Nothing is sent when there is nothing new.`}
    >
      {query.data ? (
        <Setting setting={query.data} />
      ) : query.isError ? (
        <QueryError title="The setting could not be loaded" query={query} />
      ) : (
        <SkeletonRows rows={1} />
      )}
    </Card>
  )
}

function Setting({ setting }: { setting: DigestSetting }) {
  const noteId = useId()
  const queryKey = api.digest.get.queryKey()
  const saving = useMutation({
    // Changes are saved one after another, so the last choice wins.
    scope: { id: 'digest' },
    mutationFn: (frequency: DigestFrequency) =>
      client.digest.set({ frequency, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
    onSuccess: (saved) => {
      replaceData(queryKey, saved)
      toast({ message: SAVED[saved.frequency] })
    },
    onError: (error) => toastError(messageOf(error, 'Failed to change the digest')),
  })
  const sending = useMutation({
    mutationFn: () => client.digest.sendNow(),
    onSuccess: () => toast({ message: 'The digest is on its way, if there is anything new' }),
    onError: (error) => toastError(messageOf(error, 'Failed to send the digest')),
  })
  const shown = saving.isPending ? saving.variables : setting.frequency
  return (
    <div className="space-y-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          className="w-44"
          label="How often"
          options={FREQUENCIES}
          value={shown}
          onValueChange={(frequency) => saving.mutate(frequency)}
        />
        {setting.frequency !== 'off' && (
          <Button loading={sending.isPending} aria-describedby={noteId} onClick={() => sending.mutate()}>
            Send one now
          </Button>
        )}
      </div>
      <p id={noteId} className="text-sm text-ink-soft">
        {setting.next_at ? `The next one is due ${dueText(setting)}.` : 'You get no digest for this workspace.'}
      </p>
    </div>
  )
}

/** «Monday, November 23 at 8:00 AM (Europe/Berlin)» */
function dueText({ next_at, time_zone }: DigestSetting): string {
  const at = new Intl.DateTimeFormat('en', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: time_zone,
  })
  return `${at.format(new Date(next_at ?? 0))} (${time_zone})`
}
