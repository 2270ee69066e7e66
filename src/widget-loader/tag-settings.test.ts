import { expect, it } from 'vitest'
import { BORDER_COLOR, BORDER_WIDTH_MAX, clamped, color, frameAddress } from './tag-settings.ts'

it.each([
  ['0', 0],
  ['6', 6],
  ['16', 16],
  ['-1', 0],
  ['17', 16],
  ['abc', 0],
  ['', 0],
  [undefined, 0],
  ['2.6', 3],
  ['1e9', 16],
  ['Infinity', 16],
  ['-Infinity', 0],
  ['NaN', 0],
  ['6px', 0],
  [{}, 0],
  [null, 0],
] as const)('a border width of %j is %i pixels', (text, width) => {
  expect(clamped(text, BORDER_WIDTH_MAX)).toBe(width)
})

it('a color is used only if the browser knows it', () => {
  const known = (text: string) => text === '#123456'
  expect(color('#123456', BORDER_COLOR, known)).toBe('#123456')
  for (const text of ['', undefined, 'no-color', 'red;position:fixed', 'url(https://evil.example)'])
    expect(color(text, BORDER_COLOR, known)).toBe('#e5e7eb')
})

it("the frame's address contains the tag's settings and the page without private parts", () => {
  const address = frameAddress(
    'https://help.example',
    { workspaceId: 'a&limit=99', limit: '4', borderWidth: '6', mode: 'launcher' },
    'https://shop.example/cart?session=secret#pay',
  )
  const { origin, pathname, searchParams } = new URL(address)
  expect([origin, pathname]).toEqual(['https://help.example', '/widget/frame'])
  expect(Object.fromEntries(searchParams)).toEqual({
    workspace_id: 'a&limit=99',
    limit: '4',
    mode: 'launcher',
    page_url: 'https://shop.example/cart',
  })
})
