import { describe, expect, it } from 'vitest'
import { cropSide, keepInside, MAX_ZOOM, moveView, relativeCrop, WHOLE_IMAGE } from './crop.ts'

const wide = { width: 400, height: 200 }

describe('crop of an image to a square', () => {
  it('starts as the largest centered square', () => {
    expect(relativeCrop(wide, WHOLE_IMAGE)).toEqual({ left: 0.25, top: 0, width: 0.5, height: 1 })
    expect(relativeCrop({ width: 300, height: 300 }, WHOLE_IMAGE)).toEqual({ left: 0, top: 0, width: 1, height: 1 })
  })

  it('stays square in pixels at every zoom', () => {
    for (const zoom of [1, 1.5, 2, MAX_ZOOM]) {
      const { width, height } = relativeCrop(wide, keepInside(wide, { ...WHOLE_IMAGE, zoom }))
      expect(width * wide.width).toBeCloseTo(height * wide.height)
      expect(width * wide.width).toBeCloseTo(cropSide(wide, { ...WHOLE_IMAGE, zoom }))
    }
  })

  it('never extends beyond the image', () => {
    expect(moveView(wide, WHOLE_IMAGE, 100, 100)).toEqual({ x: 0.25, y: 0.5, zoom: 1 })
    expect(moveView(wide, WHOLE_IMAGE, -100, 0)).toEqual({ x: 0.75, y: 0.5, zoom: 1 })
    expect(keepInside(wide, { x: 9, y: -9, zoom: 99 }).zoom).toBe(MAX_ZOOM)
    for (const view of [moveView(wide, WHOLE_IMAGE, 7, 7), keepInside(wide, { x: 1, y: 1, zoom: 2 })]) {
      const crop = relativeCrop(wide, view)
      expect(crop.left).toBeGreaterThanOrEqual(0)
      expect(crop.left + crop.width).toBeLessThanOrEqual(1)
      expect(crop.top).toBeGreaterThanOrEqual(0)
      expect(crop.top + crop.height).toBeLessThanOrEqual(1)
    }
  })

  it('moves with the pointer: dragging right shows more of the left', () => {
    expect(moveView(wide, WHOLE_IMAGE, 0.1, 0).x).toBeCloseTo(0.45)
  })
})
