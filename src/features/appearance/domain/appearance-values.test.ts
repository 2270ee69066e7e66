import { describe, expect, it } from 'vitest'
import { INVALID_ADDRESS, INVALID_BORDER_WIDTH, INVALID_COLOR, INVALID_PICTURE } from '../contract.ts'
import { appearanceValues, clampBorderWidth, normalizeColor } from './appearance-values.ts'

const address = (text: string) =>
  /^https?:\/\//.test(text) ? text : /^[a-z.]+\/?$/.test(text) ? `https://${text}` : null
const of = (input: Parameters<typeof appearanceValues>[0]) => appearanceValues(input, address)

it.each([
  ['#ABC', '#aabbcc'],
  ['1f2937', '#1f2937'],
  [' #1F2937 ', '#1f2937'],
  ['red', null],
  ['#12345', null],
  ['#fff;background:url(//evil.example)', null],
  ['var(--x)', null],
  ['', null],
])('the color %j is %j', (text, color) => expect(normalizeColor(text)).toBe(color))

it.each([
  [-1, 0],
  [17, 16],
  ['17', 16],
  [6.4, 6],
  ['-3', 0],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  ['abc', null],
  ['1e9', null],
])('the border width %j is %j', (given, width) => expect(clampBorderWidth(given)).toBe(width))

describe('stored values', () => {
  it('are normalized', () => {
    expect(
      of({
        name: 'Woven Goods',
        website_url: 'woven.example',
        social_twitter: '  ',
        widget_heading: ' ',
        header_bg_color: 'ABC',
        header_bg_type: 'image',
        header_bg_image_url: '/header-presets/weave.svg',
        logo_url: '/files/brand/abc/logo.webp',
        widget_border_width: '99',
      }),
    ).toEqual({
      values: {
        name: 'Woven Goods',
        website_url: 'https://woven.example',
        social_twitter: null,
        widget_heading: null,
        header_bg_color: '#aabbcc',
        header_bg_type: 'image',
        header_bg_image_url: '/header-presets/weave.svg',
        logo_url: '/files/brand/abc/logo.webp',
        widget_border_width: 16,
      },
      problems: [],
    })
  })

  it.each([
    ['javascript:alert(1)', INVALID_PICTURE],
    ['data:image/svg+xml,<svg onload=alert(1)>', INVALID_PICTURE],
    ['//evil.example/x.png', INVALID_PICTURE],
    ['http://pictures.example/x.png', INVALID_PICTURE],
    ['/files/../../etc/passwd.png', INVALID_PICTURE],
    ['/header-presets/none.svg', INVALID_PICTURE],
  ])('never include the image URL %j', (url, message) => {
    expect(of({ header_bg_image_url: url })).toEqual({
      values: {},
      problems: [{ path: 'header_bg_image_url', message }],
    })
  })

  it('are refused with a message for each field', () => {
    const { problems } = of({
      header_bg_color: 'blue-ish',
      widget_border_width: 'abc',
      social_linkedin: 'javascript:alert(1)',
    })
    expect(problems).toEqual([
      { path: 'header_bg_color', message: INVALID_COLOR },
      { path: 'widget_border_width', message: INVALID_BORDER_WIDTH },
      { path: 'social_linkedin', message: INVALID_ADDRESS },
    ])
  })
})
