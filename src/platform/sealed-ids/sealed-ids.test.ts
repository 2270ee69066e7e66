import { expect, it } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import { sealId, unsealId } from './index.ts'

const KEY = 'a key that is long enough for a test'

it('a sealed id can be opened only with the key and the purpose that it was sealed with', () => {
  const id = newId()
  const token = sealId(KEY, 'a link', id)
  expect(token).toMatch(/^[\w-]+$/)
  expect(unsealId([KEY], 'a link', token)).toBe(id)
  expect(unsealId([KEY], 'another link', token)).toBeNull()
  expect(unsealId(['another key'], 'a link', token)).toBeNull()
  expect(unsealId(['another key', KEY], 'a link', token), 'an earlier key').toBe(id)
})

it.each(['', 'nonsense', newId(), 'A'.repeat(54), '😀'])('%j is not a sealed id', (token) => {
  expect(unsealId([KEY], 'a link', token)).toBeNull()
})
