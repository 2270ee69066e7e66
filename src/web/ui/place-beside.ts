export type Side = 'top' | 'right' | 'bottom' | 'left'

interface PositionedBox {
  left: number
  top: number
  width: number
  height: number
}
type BoxSize = Pick<PositionedBox, 'width' | 'height'>

const ANCHOR_GAP_PX = 6
/** Minimum distance to the edge of the window, in px. */
const SCREEN_MARGIN_PX = 8
const OPPOSITE_SIDES: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' }

const positionBySide: Record<Side, (anchor: PositionedBox, size: BoxSize) => Pick<PositionedBox, 'left' | 'top'>> = {
  top: (anchor, popupSize) => ({
    left: anchor.left + (anchor.width - popupSize.width) / 2,
    top: anchor.top - popupSize.height - ANCHOR_GAP_PX,
  }),
  bottom: (anchor, popupSize) => ({
    left: anchor.left + (anchor.width - popupSize.width) / 2,
    top: anchor.top + anchor.height + ANCHOR_GAP_PX,
  }),
  left: (anchor, popupSize) => ({
    left: anchor.left - popupSize.width - ANCHOR_GAP_PX,
    top: anchor.top + (anchor.height - popupSize.height) / 2,
  }),
  right: (anchor, popupSize) => ({
    left: anchor.left + anchor.width + ANCHOR_GAP_PX,
    top: anchor.top + (anchor.height - popupSize.height) / 2,
  }),
}

/**
 * Returns the position of a popup of `popupSize` beside `anchor`: on the wanted side if it fits, else on the opposite
 * one; always within the window.
 */
export function placeBeside(
  anchor: PositionedBox,
  popupSize: BoxSize,
  wantedSide: Side,
  availableSize: BoxSize,
): Pick<PositionedBox, 'left' | 'top'> {
  const fitsInRoom = ({ left, top }: Pick<PositionedBox, 'left' | 'top'>) =>
    wantedSide === 'top' || wantedSide === 'bottom'
      ? top >= SCREEN_MARGIN_PX && top + popupSize.height <= availableSize.height - SCREEN_MARGIN_PX
      : left >= SCREEN_MARGIN_PX && left + popupSize.width <= availableSize.width - SCREEN_MARGIN_PX
  const oppositePosition = positionBySide[OPPOSITE_SIDES[wantedSide]](anchor, popupSize)
  const wantedPosition = positionBySide[wantedSide](anchor, popupSize)
  const { left, top } = fitsInRoom(wantedPosition) || !fitsInRoom(oppositePosition) ? wantedPosition : oppositePosition
  const clampToRoom = (position: number, boxLength: number, roomLength: number) =>
    Math.round(Math.max(SCREEN_MARGIN_PX, Math.min(position, roomLength - boxLength - SCREEN_MARGIN_PX)))
  return {
    left: clampToRoom(left, popupSize.width, availableSize.width),
    top: clampToRoom(top, popupSize.height, availableSize.height),
  }
}
