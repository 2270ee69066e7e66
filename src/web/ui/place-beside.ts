export type Side = 'top' | 'right' | 'bottom' | 'left'

interface Box {
  left: number
  top: number
  width: number
  height: number
}
type Size = Pick<Box, 'width' | 'height'>

const GAP = 6
/** Minimum distance to the edge of the window, in px. */
const MARGIN = 8
const OPPOSITE: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' }

const beside: Record<Side, (anchor: Box, size: Size) => Pick<Box, 'left' | 'top'>> = {
  top: (a, size) => ({ left: a.left + (a.width - size.width) / 2, top: a.top - size.height - GAP }),
  bottom: (a, size) => ({ left: a.left + (a.width - size.width) / 2, top: a.top + a.height + GAP }),
  left: (a, size) => ({ left: a.left - size.width - GAP, top: a.top + (a.height - size.height) / 2 }),
  right: (a, size) => ({ left: a.left + a.width + GAP, top: a.top + (a.height - size.height) / 2 }),
}

/**
 * Returns the position of a popup of `size` beside `anchor`: on the wanted side if it fits, else on the opposite one;
 * always within the window.
 */
export function placeBeside(anchor: Box, size: Size, side: Side, room: Size): Pick<Box, 'left' | 'top'> {
  const fits = ({ left, top }: Pick<Box, 'left' | 'top'>) =>
    side === 'top' || side === 'bottom'
      ? top >= MARGIN && top + size.height <= room.height - MARGIN
      : left >= MARGIN && left + size.width <= room.width - MARGIN
  const other = beside[OPPOSITE[side]](anchor, size)
  const wanted = beside[side](anchor, size)
  const { left, top } = fits(wanted) || !fits(other) ? wanted : other
  const within = (position: number, length: number, whole: number) =>
    Math.round(Math.max(MARGIN, Math.min(position, whole - length - MARGIN)))
  return { left: within(left, size.width, room.width), top: within(top, size.height, room.height) }
}
