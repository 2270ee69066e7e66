import { describe, expect, it } from 'vitest'
import { contrast, parseColor, type Rgb } from '../../../kernel/color.ts'
import { brandStyle, brandTokens, callToActionOf, headingOf, monogramIcon, socialLinks } from './branding.ts'
import { englishTexts } from './texts/en.ts'

const plain = {
  name: 'Acme',
  header_text_color: '#ffffff',
  header_bg_type: 'color' as const,
  header_bg_color: '#1f2937',
  header_bg_image_url: null,
  header_bg_gradient_from: '#1f2937',
  header_bg_gradient_to: '#374151',
  header_bg_gradient_direction: 'to-r' as const,
}

describe('the header', () => {
  it('uses the colors of a workspace', () => {
    expect(brandTokens({ ...plain, header_text_color: '#ABC', header_bg_color: '#102030' })).toMatchObject({
      '--head-text': '#aabbcc',
      '--head-bg': '#102030',
      '--head-image': 'none',
    })
  })

  it.each(['red', '#12', '#1234567', 'rgb(0,0,0)', '#fff;background:url(//evil.example)', '}body{display:none}', ''])(
    'uses the default when %j is stored as a color',
    (wrong) => {
      const tokens = brandTokens({ ...plain, header_text_color: wrong, header_bg_color: wrong })
      expect(tokens).toMatchObject({ '--head-text': '#ffffff', '--head-bg': '#1f2937' })
    },
  )

  it.each([
    ['#ffffff', '#ffffff', '#12262e'],
    ['#1f2937', '#1f2937', '#ffffff'],
    ['#888888', '#7f7f7f', '#ffffff'],
    ['#ffffff', '#3b82f6', '#ffffff'],
  ])('keeps text readable: %s on %s is %s', (text, ground, shown) => {
    const tokens = brandTokens({ ...plain, header_text_color: text, header_bg_color: ground })
    expect(tokens['--head-text']).toBe(shown)
  })

  it('checks both ends of a gradient, and relies on the overlay of an image', () => {
    const white = { ...plain, header_bg_type: 'gradient' as const, header_bg_gradient_to: '#fefefe' }
    expect(brandTokens({ ...white, header_bg_gradient_from: '#ffffff' })['--head-text']).toBe('#12262e')
    const image = { ...plain, header_bg_type: 'image' as const, header_bg_image_url: '/header-presets/weave.svg' }
    expect(brandTokens({ ...image, header_bg_color: '#ffffff' })['--head-text']).toBe('#ffffff')
  })

  it('converts the eight directions to CSS', () => {
    const gradient = { ...plain, header_bg_type: 'gradient' as const, header_bg_gradient_direction: 'to-bl' as const }
    expect(brandTokens(gradient)['--head-image']).toBe('linear-gradient(to bottom left,#1f2937,#374151)')
    const wrong = { ...gradient, header_bg_gradient_direction: '0,red),url(x' as 'to-r' }
    expect(brandTokens(wrong)['--head-image']).toBe('linear-gradient(to right,#1f2937,#374151)')
  })

  it.each([
    ['https://img.example/a.png', 'https://img.example/a.png'],
    ['/assets/w/header.webp', '/assets/w/header.webp'],
    ['https://img.example/a").x{}', 'https://img.example/a%22%29.x%7B%7D'],
    ["https://img.example/a'b\\c", 'https://img.example/a%27b/c'],
    ['/a"b\nc', '/a%22bc'],
  ])('shows the image at %j', (stored, address) => {
    const image = brandTokens({ ...plain, header_bg_type: 'image', header_bg_image_url: stored })['--head-image']
    expect(image).toContain(`,url("${address}")`)
  })

  it.each([
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    '//evil.example/a.png',
    '/\\evil.example',
    'a.png',
    null,
  ])('shows the color when the image is %j', (stored) => {
    const image = brandTokens({ ...plain, header_bg_type: 'image', header_bg_image_url: stored })['--head-image']
    expect(image).toBe('none')
  })

  it('never lets a stored value end the style element', () => {
    const hostile = '</style><script>alert(1)</script>'
    const style = brandStyle({
      ...plain,
      header_text_color: hostile,
      header_bg_type: 'image',
      header_bg_color: hostile,
      header_bg_image_url: `https://img.example/${hostile}`,
    })
    expect(style).not.toContain('<')
  })
})

describe('the buttons', () => {
  const grounds: Record<'light' | 'dark', Rgb> = { light: [252, 251, 248], dark: [16, 24, 28] }
  const pair = (value: string | undefined) => /^light-dark\((#\w{6}),(#\w{6})\)$/.exec(value ?? '')?.slice(1) ?? []
  const color = (text: string | undefined) => parseColor(text) as Rgb

  it.each(['#1f2937', '#ffffff', '#000000', '#fde047', '#7f7f7f', '#ff0000', '#0af'])(
    'are visible and readable in any color: %s',
    (stored) => {
      for (const text of ['#ffffff', '#000000', stored]) {
        const tokens = brandTokens({ ...plain, header_bg_color: stored, header_text_color: text })
        const [light, dark] = pair(tokens['--brand'])
        const [onDay, onNight] = pair(tokens['--on-brand'])
        expect(contrast(color(light), grounds.light)).toBeGreaterThanOrEqual(3)
        expect(contrast(color(dark), grounds.dark)).toBeGreaterThanOrEqual(3)
        expect(contrast(color(light), color(onDay))).toBeGreaterThanOrEqual(4.5)
        expect(contrast(color(dark), color(onNight))).toBeGreaterThanOrEqual(4.5)
      }
    },
  )
})

describe('texts and links', () => {
  it('have the specified defaults', () => {
    expect(headingOf({ widget_heading: null }, englishTexts)).toBe('Frequently Asked Questions')
    expect(headingOf({ widget_heading: '  ' }, englishTexts)).toBe('Frequently Asked Questions')
    expect(callToActionOf({ widget_call_to_action: null }, englishTexts)).toBe('Find answers to common questions')
  })

  it('allow only web addresses as links', () => {
    const links = socialLinks({
      social_twitter: 'javascript:alert(1)',
      social_facebook: 'https://social.example/acme',
      social_linkedin: null,
    })
    expect(links).toEqual([{ label: 'Facebook', href: 'https://social.example/acme' }])
  })

  it('include an icon from a name in any script', () => {
    expect(decodeURIComponent(monogramIcon({ ...plain, name: '<b>' }))).toContain('>&lt;</text>')
    expect(decodeURIComponent(monogramIcon({ ...plain, name: '織物' }))).toContain('>織</text>')
    expect(monogramIcon({ ...plain, name: ' ' })).toMatch(/^data:image\/svg\+xml,/)
  })
})
