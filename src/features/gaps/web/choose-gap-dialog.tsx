import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../web/api/api.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { OptionList } from '../../../web/ui/option-list.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import type { Gap } from '../contract.ts'
import { visitorCountText } from './gap-words.ts'
import { useClosingAction } from './use-closing-action.ts'

interface ChooseGapDialogProps {
  /** The gap whose questions are moved. */
  gap: Gap
  title: string
  description: string
  /** Moves the questions. Rejects after showing an error. */
  onChoose: (intoId: string) => Promise<unknown>
  onClose: () => void
}

/** Gaps to choose from: the most asked ones. */
const OFFERED = 100

/** Chooses the gap that questions of another one belong to. */
export default function ChooseGapDialog({ gap, title, description, onChoose, onClose }: ChooseGapDialogProps) {
  const [typed, setTyped] = useState('')
  const { busy, run, onOpenChange } = useClosingAction(onClose)
  const query = useQuery(
    api.gaps.list.queryOptions({ input: { state: 'open', page: 1, limit: OFFERED }, staleTime: 0 }),
  )
  const wanted = typed.trim().toLowerCase()
  const others = (query.data?.items ?? []).filter(
    ({ id, question }) => id !== gap.id && question.toLowerCase().includes(wanted),
  )
  const choose = (into: string) => run(() => onChoose(into))
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={title}
      description={description}
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
            end: <span className="text-sm text-ink-soft tabular-nums">{visitorCountText(other)}</span>,
            onSelect: () => void choose(other.id),
          }))}
        />
      </div>
    </Dialog>
  )
}
