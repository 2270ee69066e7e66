import { expect, it } from 'vitest'
import { placeBeside, type Side } from './place-beside.ts'

const ROOM = { width: 400, height: 300 }
const TIP = { width: 80, height: 20 }
const at = (left: number, top: number) => ({ left, top, width: 40, height: 30 })

it.each<[string, Side, ReturnType<typeof at>, { left: number; top: number }]>([
  ['above, in the middle', 'top', at(200, 100), { left: 180, top: 74 }],
  ['below', 'bottom', at(200, 100), { left: 180, top: 136 }],
  ['to the right', 'right', at(200, 100), { left: 246, top: 105 }],
  ['to the left', 'left', at(200, 100), { left: 114, top: 105 }],
  ['below if there is no space above', 'top', at(200, 10), { left: 180, top: 46 }],
  ['to the left if there is no space to the right', 'right', at(350, 100), { left: 264, top: 105 }],
  ['within the left edge', 'top', at(0, 100), { left: 8, top: 74 }],
  ['within the right edge', 'bottom', at(360, 100), { left: 312, top: 136 }],
])('%s', (_, side, anchor, place) => {
  expect(placeBeside(anchor, TIP, side, ROOM)).toEqual(place)
})
