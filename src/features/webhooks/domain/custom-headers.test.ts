import { expect, it } from 'vitest'
import { headerProblem } from './custom-headers.ts'

it.each(['Authorization', 'X-Token', 'x_y.z'])('allows the header %s', (name) => {
  expect(headerProblem(name, 'Bearer abc')).toBeNull()
})

it.each([
  'Host',
  'CONNECTION',
  'Transfer-Encoding',
  'Proxy-Authorization',
  'Content-Type',
  'User-Agent',
  'webhook-id',
  'Webhook-Anything',
  'a b',
  'a:b',
  'a\r\nb',
  '',
])('refuses the header name %j', (name) => {
  expect(headerProblem(name, 'x')).toMatchObject({ field: 'name' })
})

it('refuses values that could begin another header', () => {
  expect(headerProblem('X-Token', 'a\r\nHost: b')).toMatchObject({ field: 'value' })
  expect(headerProblem('X-Token', 'größe')).toMatchObject({ field: 'value' })
})
