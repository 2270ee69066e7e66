import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { ChevronRight, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { plural } from '../../../kernel/text.ts'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Checkbox } from '../../../web/ui/checkbox.tsx'
import { Choice } from '../../../web/ui/choice.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { DialogActions } from '../../../web/ui/dialog-actions.tsx'
import { IconButton } from '../../../web/ui/icon-button.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SearchBox } from '../../../web/ui/search-box.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { toastError } from '../../../web/ui/toast.tsx'
import { describeService } from '../../knowledge/contract.ts'
import { type Browsed, CHOSEN_MAX, type Chosen, type Integration } from '../contract.ts'
import { followSync } from './followed-syncs.ts'

interface ChooseDialogProps {
  integration: Integration
  open: boolean
  onOpenChange: (open: boolean) => void
}

const SCOPES = [
  { value: 'all', label: 'Everything' },
  { value: 'some', label: 'Only what I choose' },
] as const
type Scope = (typeof SCOPES)[number]['value']

/** Selection of the imported content: everything, or chosen items with everything below them. */
export default function ChooseDialog({ integration, open, onOpenChange }: ChooseDialogProps) {
  const { id, type, chosen: stored, must_choose } = integration
  const name = describeService(type).name
  const { choose, mustChoose, syncFailed } = describeService(type)
  const [scope, setScope] = useState<Scope>(stored || mustChoose ? 'some' : 'all')
  const [chosen, setChosen] = useState<Chosen[]>(stored ?? [])
  const save = useMutation({
    mutationFn: () => client.integrations.update({ id, chosen: scope === 'all' ? null : chosen }),
    onSuccess: (integration) => {
      followSync(integration)
      onOpenChange(false)
    },
    onError: (error) => toastError(messageOf(error, syncFailed)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.integrations.list.key() }),
  })
  const toggle = ({ id, title, kind }: Chosen, on: boolean) =>
    setChosen((before) => [...before.filter((one) => one.id !== id), ...(on ? [{ id, title, kind }] : [])])
  const isTooMuch = chosen.length > CHOSEN_MAX
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={choose}
      description={`What is imported from ${integration.account_name || name}. What you leave out is removed with the next sync.`}
      footer={
        <DialogActions
          confirm={must_choose ? 'Import' : 'Save and sync'}
          busy={save.isPending}
          disabled={scope === 'some' && (chosen.length === 0 || isTooMuch)}
          onConfirm={() => save.mutate()}
          onCancel={() => onOpenChange(false)}
        />
      }
    >
      {!mustChoose && (
        <Choice label="What to import" hideLabel options={SCOPES} value={scope} onValueChange={setScope} />
      )}
      {scope === 'all' ? (
        <p className="mt-4 text-md text-ink-soft">
          {`Everything that is shared with Answerloom in ${name}, now or later.`}
        </p>
      ) : (
        <div className={mustChoose ? undefined : 'mt-4'}>
          <ChosenList chosen={chosen} onRemove={(one) => toggle(one, false)} />
          {isTooMuch && <p role="alert" className="mt-2 text-sm text-bad">{`At most ${CHOSEN_MAX} can be chosen.`}</p>}
          <Browser integration={integration} chosen={chosen} onToggle={toggle} />
        </div>
      )}
    </Dialog>
  )
}

function ChosenList({ chosen, onRemove }: { chosen: Chosen[]; onRemove: (one: Chosen) => void }) {
  if (chosen.length === 0) return <p className="text-md text-ink-soft">Nothing is selected yet.</p>
  return (
    <ul aria-label={plural(chosen.length, 'choice')} className="flex max-h-32 flex-wrap gap-1.5 overflow-y-auto">
      {chosen.map((one) => (
        <li key={one.id} className="flex max-w-full items-center rounded-md bg-sunken pl-2 text-sm">
          <span className="truncate">{one.title}</span>
          <IconButton
            label={`Remove ${one.title}`}
            tooltip={false}
            icon={<X size={14} />}
            onClick={() => onRemove(one)}
          />
        </li>
      ))}
    </ul>
  )
}

interface BrowserProps {
  integration: Integration
  chosen: Chosen[]
  onToggle: (one: Chosen, on: boolean) => void
}

/** A level of what there is, and ways into those below; or what a search finds. */
function Browser({ integration: { id, type }, chosen, onToggle }: BrowserProps) {
  const [q, setQ] = useState('')
  const [path, setPath] = useState<Browsed[]>([])
  const query = useDeferredValue(q.trim())
  const parent = query === '' ? path.at(-1)?.id : undefined
  const found = useInfiniteQuery(
    api.integrations.browse.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, parent, q: query, cursor }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
      staleTime: 0,
    }),
  )
  const items = found.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <SearchBox
        value={q}
        onValueChange={setQ}
        placeholder={`Search ${describeService(type).name}…`}
        slashFocus={false}
        className="mt-4 lg:w-full!"
      />
      {query === '' && path.length > 0 && (
        <nav aria-label="Folders" className="mt-2 flex flex-wrap items-center gap-1 text-sm">
          <Button size="sm" variant="ghost" onClick={() => setPath([])}>
            {describeService(type).name}
          </Button>
          {path.map((one, index) => (
            <span key={one.id} className="flex min-w-0 items-center">
              <ChevronRight size={14} aria-hidden="true" className="text-ink-faint" />
              <Button size="sm" variant="ghost" onClick={() => setPath(path.slice(0, index + 1))}>
                {one.title}
              </Button>
            </span>
          ))}
        </nav>
      )}
      <div className="mt-2 h-72 overflow-y-auto rounded-lg border border-line">
        {found.isError ? (
          <QueryError title="The folder could not be loaded" query={found} />
        ) : found.isPending ? (
          <div className="p-4">
            <SkeletonRows rows={4} />
          </div>
        ) : items.length === 0 ? (
          <p className="p-4 text-md text-ink-soft">{query ? 'No results.' : 'This folder is empty.'}</p>
        ) : (
          <ul className="divide-y divide-line">
            {items.map((one) => (
              <li key={one.id} className="flex items-center gap-3 px-3.5 py-2">
                <Checkbox
                  checked={chosen.some(({ id: other }) => other === one.id)}
                  onCheckedChange={(on) => onToggle(one, on)}
                  className="min-w-0 flex-1"
                >
                  <span className="min-w-0 truncate">{one.title}</span>
                  <span className="shrink-0 text-sm text-ink-faint">{one.kind}</span>
                </Checkbox>
                {one.opens && (
                  <IconButton
                    label={`Open ${one.title}`}
                    tooltip={false}
                    icon={<ChevronRight size={16} />}
                    onClick={() => {
                      setQ('')
                      setPath([...path, one])
                    }}
                  />
                )}
              </li>
            ))}
            {found.hasNextPage && (
              <li className="p-2 text-center">
                <Button
                  size="sm"
                  variant="ghost"
                  loading={found.isFetchingNextPage}
                  onClick={() => void found.fetchNextPage()}
                >
                  Show more
                </Button>
              </li>
            )}
          </ul>
        )}
      </div>
    </>
  )
}
