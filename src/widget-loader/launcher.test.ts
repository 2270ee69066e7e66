import { expect, it } from 'vitest'
import { spaceBesideKeyboard } from './keyboard-space.ts'
import { isLight } from './readable-text.ts'

it('dark text is chosen on light backgrounds', () => {
  for (const ground of ['rgb(255, 255, 255)', 'rgb(250 204 21)', 'rgba(120, 200, 120, 0.9)'])
    expect(isLight(ground)).toBe(true)
  for (const ground of ['rgb(18, 38, 46)', 'rgb(37, 99, 235)', 'rgb(0, 0, 0)', 'oklch(0.7 0.1 20)', ''])
    expect(isLight(ground)).toBe(false)
})

it('the panel shrinks for a keyboard, but not for magnification', () => {
  expect(spaceBesideKeyboard({ height: 400.4, offsetTop: 120, scale: 1 }, 812)).toEqual({ top: 120, height: 400 })
  expect(spaceBesideKeyboard({ height: 812, offsetTop: 0, scale: 1 }, 812)).toBeNull()
  expect(spaceBesideKeyboard({ height: 406, offsetTop: 0, scale: 2 }, 812)).toBeNull()
})
