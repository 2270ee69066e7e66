import { useMutation, useQuery } from '@tanstack/react-query'
import { formatDistanceToNow } from 'date-fns'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { formatExactDateTime } from '../../../../kernel/format.ts'
import { api, client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { useEvents } from '../../../../web/api/use-events.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { cx } from '../../../../web/ui/class-names.ts'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { QueryError } from '../../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../../web/ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../../../web/ui/tabs.tsx'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import { useWorkspace } from '../../../workspaces/web/index.ts'
import { CONTENT_LABELS, type FaqVersion } from '../../contract.ts'
import { useFaqCache } from '../faq-cache.ts'
import { FaqDifference, WholeContent } from './faq-difference.tsx'

interface FaqHistoryDialogProps {
  id: string
  open: boolean
  onOpenChange: (open: boolean) => void
  onRestored?: () => void
}

/** The versions of a FAQ, what each changed, and a way back to it. */
export default function FaqHistoryDialog({ id, open, onOpenChange, onRestored }: FaqHistoryDialogProps) {
  const { can } = useWorkspace()
  const cache = useFaqCache()
  const history = useQuery(api.faqs.history.list.queryOptions({ input: { id }, enabled: open }))
  const [chosen, setChosen] = useState<number | null>(null)
  const versions = history.data?.items
  const newest = versions?.[0]
  const shown = versions?.find(({ version }) => version === chosen) ?? newest
  useEvents(['faq.changed'], () => void history.refetch())

  const restore = useMutation({
    mutationFn: (version: number) => client.faqs.history.restore({ id, version }),
    onSuccess: (_saved, version) => {
      const before = newest?.version
      toast({
        message: `Version ${version} restored`,
        ...(before !== undefined && {
          action: { label: 'Undo', onAction: () => restore.mutate(before) },
        }),
      })
      setChosen(null)
      onRestored?.()
    },
    onError: (error) => toastError(messageOf(error, 'Failed to restore the version')),
    onSettled: () => {
      cache.invalidate()
      void history.refetch()
    },
  })

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title="Version history"
      description="The last 100 saved changes."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Close</Button>
          {can('faq.write') && (
            <Button
              variant="primary"
              icon={<RotateCcw size={16} aria-hidden="true" />}
              disabled={!shown || shown === newest}
              loading={restore.isPending}
              onClick={() => shown && restore.mutate(shown.version)}
            >
              {shown && shown !== newest ? `Restore version ${shown.version}` : 'Restore'}
            </Button>
          )}
        </>
      }
    >
      {history.isError && !versions ? (
        <QueryError title="The history could not be loaded" query={history} />
      ) : !versions || !shown ? (
        <SkeletonRows rows={4} />
      ) : (
        <div className="grid gap-5 sm:grid-cols-[15rem_1fr]">
          <VersionList versions={versions} shown={shown.version} onChoose={setChosen} />
          <VersionPane key={shown.version} id={id} version={shown} newest={shown === newest} />
        </div>
      )}
    </Dialog>
  )
}

const who = ({ saved_by: by }: FaqVersion) => (by.kind === 'api_key' ? `API key “${by.name}”` : by.name)

/** In a few words, what a version did. */
function summary({ version, changed, restored_from: from }: FaqVersion): string {
  if (from !== null) return `Version ${from} restored`
  if (version === 1) return 'Created'
  return changed.map((field) => CONTENT_LABELS[field]).join(', ') || 'Changed'
}

interface VersionListProps {
  versions: FaqVersion[]
  shown: number
  onChoose: (version: number) => void
}

function VersionList({ versions, shown, onChoose }: VersionListProps) {
  return (
    <ol aria-label="Versions" className="space-y-0.5 max-sm:max-h-44 max-sm:overflow-y-auto">
      {versions.map((one, index) => (
        <li key={one.version}>
          <button
            type="button"
            aria-pressed={one.version === shown}
            onClick={() => onChoose(one.version)}
            className={cx(
              'w-full rounded-md border border-transparent px-3 py-2 text-left',
              one.version === shown ? 'border-line-strong bg-accent-soft' : 'hover:bg-hover',
            )}
          >
            <span className="block text-md font-medium text-ink">
              {summary(one)}
              {index === 0 && <span className="font-normal text-ink-soft"> · now</span>}
            </span>
            <span className="block text-sm break-words text-ink-soft">
              {who(one)},{' '}
              <time dateTime={one.saved_at} title={formatExactDateTime(one.saved_at)}>
                {formatDistanceToNow(new Date(one.saved_at), { addSuffix: true })}
              </time>
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

type Comparison = 'before' | 'now' | 'whole'

function VersionPane({ id, version, newest }: { id: string; version: FaqVersion; newest: boolean }) {
  const read = useQuery(api.faqs.history.read.queryOptions({ input: { id, version: version.version } }))
  const [wanted, setWanted] = useState<Comparison>('before')
  if (read.isError && !read.data) return <QueryError title="The version could not be loaded" query={read} />
  if (!read.data) return <SkeletonRows rows={3} />
  const { content, before, now } = read.data
  const tabs: { value: Comparison; label: string }[] = [
    ...(before ? [{ value: 'before' as const, label: 'What changed' }] : []),
    { value: 'whole', label: 'Whole text' },
    ...(newest ? [] : [{ value: 'now' as const, label: 'Compared with now' }]),
  ]
  const value = tabs.some((tab) => tab.value === wanted) ? wanted : 'whole'
  return (
    <Tabs label="Show" variant="segment" tabs={tabs} value={value} onValueChange={setWanted} className="min-w-0">
      <TabPanel value={value} className="mt-4">
        {value === 'before' && before ? (
          <FaqDifference before={before} after={content} />
        ) : value === 'now' ? (
          <>
            <p className="mb-3 text-sm text-ink-soft">
              Restoring removes the struck-through text and inserts the rest.
            </p>
            <FaqDifference before={now} after={content} />
          </>
        ) : (
          <WholeContent content={content} />
        )}
      </TabPanel>
    </Tabs>
  )
}
