import type { Crop } from '../contract.ts'

export interface ImageSize {
  width: number
  height: number
}

/** The visible square: its center as fractions of the image, and the magnification of the short side. */
export interface CropView {
  x: number
  y: number
  zoom: number
}

export const MAX_ZOOM = 4
export const WHOLE_IMAGE: CropView = { x: 0.5, y: 0.5, zoom: 1 }

const clampBetween = (value: number, minimum: number, maximum: number) => Math.min(Math.max(value, minimum), maximum)

/** The square's side in the picture's own pixels. */
export const cropSide = ({ width, height }: ImageSize, { zoom }: CropView): number => Math.min(width, height) / zoom

/** The nearest view that shows nothing but the picture. */
export function keepInside(picture: ImageSize, view: CropView): CropView {
  const zoom = clampBetween(view.zoom, 1, MAX_ZOOM)
  const sideLength = cropSide(picture, { ...view, zoom })
  const halfX = sideLength / picture.width / 2
  const halfY = sideLength / picture.height / 2
  return { x: clampBetween(view.x, halfX, 1 - halfX), y: clampBetween(view.y, halfY, 1 - halfY), zoom }
}

/** Moves the picture by fractions of the square's side, as a finger would. */
export function moveView(picture: ImageSize, view: CropView, rightPx: number, downPx: number): CropView {
  const sideLength = cropSide(picture, view)
  return keepInside(picture, {
    ...view,
    x: view.x - (rightPx * sideLength) / picture.width,
    y: view.y - (downPx * sideLength) / picture.height,
  })
}

/** The part to keep, as the server takes it. */
export function relativeCrop(picture: ImageSize, view: CropView): Crop {
  const sideLength = cropSide(picture, view)
  const width = Math.min(1, sideLength / picture.width)
  const height = Math.min(1, sideLength / picture.height)
  return {
    left: clampBetween(view.x - width / 2, 0, 1 - width),
    top: clampBetween(view.y - height / 2, 0, 1 - height),
    width,
    height,
  }
}
