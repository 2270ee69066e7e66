import {
  type Announcements,
  type DragEndEvent,
  type DragMoveEvent,
  type DragStartEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useMemo, useRef, useState } from 'react'
import { formatNumber } from '../../../../kernel/format.ts'
import type { ListedFaq } from '../../contract.ts'
import { positionOfGap } from '../../domain/place-faqs.ts'

/** A drag in progress: the row, its position, and the gap where it would be dropped (0 is above all). */
export interface RowDrag {
  faq: ListedFaq
  from: number
  gap: number
}

const KEY_STEP_PX = 25
/** The browser's own scrolling by arrow keys would come on top of what the sensor scrolls, and pass rows by. */
const coordinatesByKey: KeyboardCoordinateGetter = (keyEvent, { currentCoordinates: { x, y } }) => {
  if (keyEvent.code !== 'ArrowUp' && keyEvent.code !== 'ArrowDown') return undefined
  keyEvent.preventDefault()
  return { x, y: y + (keyEvent.code === 'ArrowDown' ? KEY_STEP_PX : -KEY_STEP_PX) }
}

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })
const INSTRUCTIONS =
  'To move this FAQ, press space or enter, move it with the arrow keys up and down, and press space or enter to drop it. Escape puts it back.'

interface ReorderOptions {
  faqs: readonly ListedFaq[]
  /** The gap between rows nearest to a place on the page, in px from the page's top. */
  gapAt: (y: number) => number
  /** @param position 1..n */
  onMove: (faq: ListedFaq, position: number) => void
  /** A row was dropped or put back by keyboard: it wants the focus back. */
  onKeyboardEnd: (faq: ListedFaq) => void
}

/** Moving rows with mouse, finger and keyboard, which moves by 25 px a key; what happens is announced. */
export function useReorder({ faqs, gapAt, onMove, onKeyboardEnd }: ReorderOptions) {
  const [drag, setDrag] = useState<RowDrag | null>(null)
  const currentDrag = useRef<RowDrag | null>(null)
  const announced = useRef('')
  const changeDrag = (nextDrag: RowDrag | null) => {
    currentDrag.current = nextDrag
    setDrag(nextDrag)
  }
  const dragSensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: coordinatesByKey, scrollBehavior: 'auto' }),
  )

  const announcements = useMemo<Announcements>(() => {
    const placeText = (position: number) => `position ${formatNumber(position)} of ${formatNumber(faqs.length)}`
    const announce = (textOf: (drag: RowDrag, there: string) => string) => {
      const activeDrag = currentDrag.current
      if (!activeDrag) return undefined
      const sentence = textOf(activeDrag, placeText(positionOfGap(activeDrag.from, activeDrag.gap)))
      // Said again only when there is something new to say.
      if (sentence === announced.current) return undefined
      announced.current = sentence
      return sentence
    }
    return {
      onDragStart: () => announce(({ faq }, placeWords) => `Picked up “${faq.question}” at ${placeWords}.`),
      onDragMove: () => announce((_, placeWords) => `Now at ${placeWords}.`),
      onDragOver: () => undefined,
      onDragEnd: () => announce(({ faq }, placeWords) => `Dropped “${faq.question}” at ${placeWords}.`),
      onDragCancel: () => announce(({ faq, from }) => `Put “${faq.question}” back at ${placeText(from + 1)}.`),
    }
  }, [faqs.length])

  const endDrag = (activator: Event) => {
    const lastDrag = currentDrag.current
    if (lastDrag && activator instanceof KeyboardEvent) onKeyboardEnd(lastDrag.faq)
    setDrag(null)
    return lastDrag
  }
  return {
    drag,
    context: {
      sensors: dragSensors,
      modifiers: [upAndDown],
      autoScroll: { threshold: { x: 0, y: 0.15 }, acceleration: 20 },
      accessibility: { announcements, screenReaderInstructions: { draggable: INSTRUCTIONS }, restoreFocus: false },
      onDragStart: ({ active }: DragStartEvent) => {
        const fromIndex = faqs.findIndex(({ id }) => id === active.id)
        const faq = faqs[fromIndex]
        announced.current = ''
        changeDrag(faq ? { faq, from: fromIndex, gap: fromIndex } : null)
      },
      onDragMove: ({ active }: DragMoveEvent) => {
        const draggedRect = active.rect.current.translated
        const lastDrag = currentDrag.current
        if (!draggedRect || !lastDrag) return
        const gapIndex = gapAt(draggedRect.top + draggedRect.height / 2 + window.scrollY)
        if (gapIndex !== lastDrag.gap) changeDrag({ ...lastDrag, gap: gapIndex })
      },
      onDragEnd: ({ activatorEvent }: DragEndEvent) => {
        const lastDrag = endDrag(activatorEvent)
        // Others may have changed the list in between, so the current position of the row counts.
        const fromIndex = faqs.findIndex(({ id }) => id === lastDrag?.faq.id)
        if (!lastDrag || fromIndex < 0) return
        const position = positionOfGap(fromIndex, lastDrag.gap)
        if (position !== fromIndex + 1) onMove(lastDrag.faq, position)
      },
      onDragCancel: ({ activatorEvent }: { activatorEvent: Event }) => void endDrag(activatorEvent),
    },
  }
}
