import { useDraggable } from '@dnd-kit/core'
import { GripVertical } from 'lucide-react'
import type { ListedFaq } from '../../contract.ts'

/** The id of the handle that moves a row, so that the focus can be given back to it. */
export const handleId = (faqId: string) => `move-${faqId}`

/** Moves a row: with a mouse or a finger, or with the arrow keys after space or enter. */
export function DragHandle({ faq }: { faq: ListedFaq }) {
  const { attributes, listeners, setNodeRef } = useDraggable({
    id: faq.id,
    attributes: { roleDescription: 'movable row' },
  })
  return (
    <button
      {...attributes}
      {...listeners}
      ref={setNodeRef}
      type="button"
      id={handleId(faq.id)}
      aria-label={`Move “${faq.question}”`}
      className="grid h-11 w-full cursor-grab touch-none place-items-center rounded-sm text-ink-faint opacity-0 transition-opacity group-hover/row:opacity-100 hover:text-ink focus-visible:-outline-offset-2 focus-visible:opacity-100 aria-pressed:opacity-100 coarse:opacity-100"
    >
      <GripVertical size={15} aria-hidden="true" />
    </button>
  )
}
