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
export interface Drag {
  faq: ListedFaq
  from: number
  gap: number
}

const KEY_PX = 25
/** The browser's own scrolling by arrow keys would come on top of what the sensor scrolls, and pass rows by. */
const byKey: KeyboardCoordinateGetter = (event, { currentCoordinates: { x, y } }) => {
  if (event.code !== 'ArrowUp' && event.code !== 'ArrowDown') return undefined
  event.preventDefault()
  return { x, y: y + (event.code === 'ArrowDown' ? KEY_PX : -KEY_PX) }
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
  const [drag, setDrag] = useState<Drag | null>(null)
  const current = useRef<Drag | null>(null)
  const announced = useRef('')
  const change = (next: Drag | null) => {
    current.current = next
    setDrag(next)
  }
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: byKey, scrollBehavior: 'auto' }),
  )

  const announcements = useMemo<Announcements>(() => {
    const place = (position: number) => `position ${formatNumber(position)} of ${formatNumber(faqs.length)}`
    const say = (text: (drag: Drag, there: string) => string) => {
      const now = current.current
      if (!now) return undefined
      const sentence = text(now, place(positionOfGap(now.from, now.gap)))
      // Said again only when there is something new to say.
      if (sentence === announced.current) return undefined
      announced.current = sentence
      return sentence
    }
    return {
      onDragStart: () => say(({ faq }, there) => `Picked up “${faq.question}” at ${there}.`),
      onDragMove: () => say((_, there) => `Now at ${there}.`),
      onDragOver: () => undefined,
      onDragEnd: () => say(({ faq }, there) => `Dropped “${faq.question}” at ${there}.`),
      onDragCancel: () => say(({ faq, from }) => `Put “${faq.question}” back at ${place(from + 1)}.`),
    }
  }, [faqs.length])

  const end = (activator: Event) => {
    const last = current.current
    if (last && activator instanceof KeyboardEvent) onKeyboardEnd(last.faq)
    setDrag(null)
    return last
  }
  return {
    drag,
    context: {
      sensors,
      modifiers: [upAndDown],
      autoScroll: { threshold: { x: 0, y: 0.15 }, acceleration: 20 },
      accessibility: { announcements, screenReaderInstructions: { draggable: INSTRUCTIONS }, restoreFocus: false },
      onDragStart: ({ active }: DragStartEvent) => {
        const from = faqs.findIndex(({ id }) => id === active.id)
        const faq = faqs[from]
        announced.current = ''
        change(faq ? { faq, from, gap: from } : null)
      },
      onDragMove: ({ active }: DragMoveEvent) => {
        const rect = active.rect.current.translated
        const last = current.current
        if (!rect || !last) return
        const gap = gapAt(rect.top + rect.height / 2 + window.scrollY)
        if (gap !== last.gap) change({ ...last, gap })
      },
      onDragEnd: ({ activatorEvent }: DragEndEvent) => {
        const last = end(activatorEvent)
        // Others may have changed the list in between, so the current position of the row counts.
        const from = faqs.findIndex(({ id }) => id === last?.faq.id)
        if (!last || from < 0) return
        const position = positionOfGap(from, last.gap)
        if (position !== from + 1) onMove(last.faq, position)
      },
      onDragCancel: ({ activatorEvent }: { activatorEvent: Event }) => void end(activatorEvent),
    },
  }
}
