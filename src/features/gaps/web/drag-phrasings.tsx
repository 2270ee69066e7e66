import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useQuery } from '@tanstack/react-query'
import { GripVertical, Split } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { plural } from '../../../kernel/text.ts'
import { api } from '../../../web/api/api.ts'
import { cx } from '../../../web/ui/class-names.ts'
import type { Gap, Phrasing } from '../contract.ts'
import { visitorCountText } from './gap-words.ts'

/** Gaps shown to drop on: the most asked ones; the dialog offers more. */
const SHOWN = 8
const OWN = 'own'

interface DragPhrasingsProps {
  gap: Gap
  phrasings: readonly Phrasing[]
  /** Chosen phrasings are moved together when one of them is dragged. */
  chosen: readonly string[]
  /** Number of phrasings of the gap. */
  total: number
  /** `into`: the gap they were dropped on, or null for a gap of their own. */
  onDrop: (ids: string[], into: string | null) => void
  children: ReactNode
}

/** Moves phrasings with a mouse or a finger. With a keyboard they are chosen, and moved by the buttons of the list. */
export function DragPhrasings({ gap, phrasings, chosen, total, onDrop, children }: DragPhrasingsProps) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const [dragged, setDragged] = useState<readonly string[]>([])
  const start = ({ active }: DragStartEvent) => {
    const id = String(active.id)
    setDragged(chosen.includes(id) ? chosen : [id])
  }
  const end = ({ over }: DragEndEvent) => {
    if (over) onDrop([...dragged], over.id === OWN ? null : String(over.id))
    setDragged([])
  }
  const [first] = dragged
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      autoScroll={false}
      onDragStart={start}
      onDragEnd={end}
      onDragCancel={() => setDragged([])}
    >
      {children}
      {first && <Targets gap={gap} mayStandAlone={dragged.length < total} />}
      <DragOverlay dropAnimation={null} zIndex={50}>
        {first && (
          <p className="w-max max-w-[min(26rem,70vw)] cursor-grabbing truncate rounded-lg border border-line-strong bg-raised px-3.5 py-2.5 text-md font-medium shadow-overlay">
            {dragged.length > 1
              ? plural(dragged.length, 'question')
              : phrasings.find(({ id }) => id === first)?.question}
          </p>
        )}
      </DragOverlay>
    </DndContext>
  )
}

/** Not in the order of the Tab key: a keyboard cannot use it, and has the list's buttons. */
export function PhrasingHandle({ id }: { id: string }) {
  const { listeners, setNodeRef } = useDraggable({ id })
  return (
    <span
      {...listeners}
      ref={setNodeRef}
      data-drag-handle
      title="Drag to another gap"
      className="-mx-1.5 grid h-6 w-6 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-ink-faint hover:text-ink coarse:h-11 coarse:w-9"
    >
      <GripVertical size={15} aria-hidden="true" />
    </span>
  )
}

function Targets({ gap, mayStandAlone }: { gap: Gap; mayStandAlone: boolean }) {
  const { data } = useQuery(
    api.gaps.list.queryOptions({ input: { state: 'open', page: 1, limit: SHOWN + 1 }, staleTime: 0 }),
  )
  const others = (data?.items ?? []).filter(({ id }) => id !== gap.id).slice(0, SHOWN)
  return (
    <div className="fixed inset-x-4 bottom-4 z-40 max-h-[60vh] overflow-y-auto rounded-xl border border-line-strong bg-raised p-2 shadow-overlay sm:top-24 sm:right-6 sm:bottom-auto sm:left-auto sm:w-84">
      <p className="px-2.5 pt-1.5 pb-2 text-sm font-medium text-ink-soft">Drop on the gap it belongs to</p>
      <ul aria-label="Drop on a gap" className="flex flex-col gap-1">
        {mayStandAlone && (
          <Target id={OWN}>
            <Split size={15} aria-hidden="true" className="shrink-0" />
            New gap
          </Target>
        )}
        {others.map((other) => (
          <Target key={other.id} id={other.id}>
            <span className="min-w-0 flex-1 truncate">{other.question}</span>
            <span className="shrink-0 text-sm text-ink-soft tabular-nums">{visitorCountText(other)}</span>
          </Target>
        ))}
      </ul>
    </div>
  )
}

function Target({ id, children }: { id: string; children: ReactNode }) {
  const { setNodeRef, isOver } = useDroppable({ id })
  return (
    <li
      ref={setNodeRef}
      className={cx(
        'flex min-h-11 items-center gap-2.5 rounded-lg border border-dashed px-2.5 text-md',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
    >
      {children}
    </li>
  )
}
