import type { Crop } from '../contract.ts'

export interface Picture {
  width: number
  height: number
}

/** The visible square: its center as fractions of the image, and the magnification of the short side. */
export interface View {
  x: number
  y: number
  zoom: number
}

export const MAX_ZOOM = 4
export const WHOLE: View = { x: 0.5, y: 0.5, zoom: 1 }

const within = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)

/** The square's side in the picture's own pixels. */
export const sideOf = ({ width, height }: Picture, { zoom }: View): number => Math.min(width, height) / zoom

/** The nearest view that shows nothing but the picture. */
export function keepInside(picture: Picture, view: View): View {
  const zoom = within(view.zoom, 1, MAX_ZOOM)
  const side = sideOf(picture, { ...view, zoom })
  const halfX = side / picture.width / 2
  const halfY = side / picture.height / 2
  return { x: within(view.x, halfX, 1 - halfX), y: within(view.y, halfY, 1 - halfY), zoom }
}

/** Moves the picture by fractions of the square's side, as a finger would. */
export function movedBy(picture: Picture, view: View, right: number, down: number): View {
  const side = sideOf(picture, view)
  return keepInside(picture, {
    ...view,
    x: view.x - (right * side) / picture.width,
    y: view.y - (down * side) / picture.height,
  })
}

/** The part to keep, as the server takes it. */
export function cropOf(picture: Picture, view: View): Crop {
  const side = sideOf(picture, view)
  const width = Math.min(1, side / picture.width)
  const height = Math.min(1, side / picture.height)
  return {
    left: within(view.x - width / 2, 0, 1 - width),
    top: within(view.y - height / 2, 0, 1 - height),
    width,
    height,
  }
}
