import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../web/api/api.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { OptionList } from '../../../web/ui/option-list.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import type { Gap } from '../contract.ts'
import { visitorsOf } from './gap-words.ts'
import type { GapActions } from './use-gap-actions.ts'

interface MergeDialogProps {
  gap: Gap
  actions: GapActions
  onClose: () => void
  onMerged: (intoId: string) => void
}

/** Gaps to choose from: the most asked ones. */
const OFFERED = 100

/** Chooses the gap that a gap's questions belong to. */
export default function MergeDialog({ gap, actions, onClose, onMerged }: MergeDialogProps) {
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const query = useQuery(
    api.gaps.list.queryOptions({ input: { state: 'open', page: 1, limit: OFFERED }, staleTime: 0 }),
  )
  const wanted = typed.trim().toLowerCase()
  const others = (query.data?.items ?? []).filter(
    ({ id, question }) => id !== gap.id && question.toLowerCase().includes(wanted),
  )
  const merge = async (into: string) => {
    if (busy) return
    setBusy(true)
    try {
      await actions.merge({ id: gap.id, into_id: into })
      onClose()
      onMerged(into)
    } catch {
      // The error was shown already.
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title="Merge into another gap"
      description="All its questions become questions of the gap you choose."
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <div className="overflow-hidden rounded-lg border border-line-strong" aria-busy={busy}>
        <OptionList
          label="Gaps"
          placeholder="Search open gaps…"
          onQueryChange={setTyped}
          empty={query.isPending ? 'Loading...' : 'There is no other open gap like this.'}
          searchIcon={busy || query.isPending ? <Spinner size={17} /> : <Search size={17} aria-hidden="true" />}
          className="h-80"
          options={others.map((other) => ({
            id: other.id,
            label: other.question,
            end: <span className="text-sm text-ink-soft tabular-nums">{visitorsOf(other)}</span>,
            onSelect: () => void merge(other.id),
          }))}
        />
      </div>
    </Dialog>
  )
}
