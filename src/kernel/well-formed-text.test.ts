import { expect, it } from 'vitest'
import { malformedTextIn } from './well-formed-text.ts'

const HALF = 'a\ud83d'

it.each([
  [HALF, ''],
  [{ name: HALF }, 'name'],
  [{ items: [{ name: 'whole 🧶' }, { names: ['a', HALF] }] }, 'items.1.names.1'],
  [{ map: { [HALF]: 1 } }, 'map'],
])('an unpaired surrogate is found in %j', (value, path) => expect(malformedTextIn(value)).toBe(path))

it.each([
  ['whole 🧶'],
  [{ name: '\ud83e\uddf6', more: [1, null, true, undefined, new Date(), new Uint8Array(3)] }],
  [null],
  [5],
])('no unpaired surrogate is found in %j', (value) => expect(malformedTextIn(value)).toBe(null))

it('nested lists are read to any depth', () => {
  let value: unknown = HALF
  for (let depth = 0; depth < 200_000; depth++) value = [value]
  expect(malformedTextIn(value)).toMatch(/^0\.0\./)
})
