import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast, parseColor, type Rgb, toHex, toOklch } from '../../../kernel/color.ts'
import { contrastProblem } from '../../appearance/domain/header-contrast.ts'
import { LOOK_PRESETS } from '../../appearance/domain/look-presets.ts'
import { DEFAULT_LOOK, FONTS, NEUTRALS } from '../../workspaces/contract.ts'
import { brandFontStyle } from './brand-fonts.ts'
import { accentChanges, accentPalette, NIGHT, neutralTokens, PAPER } from './brand-palette.ts'
import { brandStyle, brandTokens, isDarkHeader } from './branding.ts'

const look = { ...DEFAULT_LOOK }
const rgb = (text: string) => parseColor(text) as Rgb
const ACCENTS = ['#fde047', '#00aaff', '#ff0000', '#141e5a', '#78143c', '#0a0a0a', '#ffffff', '#7f7f7f', '#39ff14']

describe('an accent color', () => {
  it.each(ACCENTS)('%s is visible and readable in light and dark mode, and keeps its hue', (text) => {
    const accent = rgb(text)
    const { brand, onBrand, link } = accentPalette(accent, [255, 255, 255])
    for (const [scheme, ground] of [
      ['light', PAPER],
      ['dark', NIGHT],
    ] as const) {
      expect(contrast(brand[scheme], ground)).toBeGreaterThanOrEqual(3)
      expect(contrast(link[scheme], ground)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(brand[scheme], onBrand[scheme])).toBeGreaterThanOrEqual(4.5)
      const [, chroma, hue] = toOklch(accent)
      if (chroma < 0.02) continue
      const turned = Math.abs(toOklch(brand[scheme])[2] - hue) % (2 * Math.PI)
      expect(Math.min(turned, 2 * Math.PI - turned), `${scheme}: ${toHex(brand[scheme])}`).toBeLessThan(0.12)
    }
  })

  it('reports the changed values only', () => {
    expect(accentChanges(null)).toEqual([])
    expect(accentChanges('#1d7a4c').map(({ part }) => part)).toEqual(['Links on dark pages'])
    const [buttons, links] = accentChanges('#fde047')
    expect(buttons).toMatchObject({ part: 'Buttons on light pages', from: '#fde047', needed: 3 })
    expect(links).toMatchObject({ part: 'Links on light pages', needed: 4.5 })
    expect(buttons?.ratio).toBeLessThan(3)
    expect(contrast(rgb(buttons?.to ?? ''), PAPER)).toBeGreaterThanOrEqual(3)
  })

  it('applies to buttons, links and focus only when one is chosen', () => {
    expect(Object.keys(brandTokens(look))).toEqual([
      '--head-text',
      '--head-bg',
      '--head-image',
      '--brand',
      '--on-brand',
    ])
    const tokens = brandTokens({ ...look, accent_color: '#8b2f7d' })
    expect(tokens['--brand']).toMatch(/^light-dark\(#8b2f7d,#\w{6}\)$/)
    expect(tokens['--color-link']).toBeDefined()
    expect(brandTokens({ ...look, accent_color: 'red;}' })['--brand']).toBe(brandTokens(look)['--brand'])
  })
})

describe('neutral tints, corners and fonts', () => {
  it.each(NEUTRALS)('the tint %s changes all its tokens or none', (neutral) => {
    expect(Object.keys(neutralTokens(neutral))).toHaveLength(neutral === 'warm' ? 0 : 10)
  })
  it('ignore stored values that are not a valid choice', () => {
    const odd = { neutral: 'x}' as 'warm', font: 'x' as 'system', corners: 'y' as 'soft' }
    expect(brandStyle({ ...look, ...odd })).toBe(brandStyle(look).replace('}', ';--round:1}'))
  })
  it.each(FONTS)('the font %s is served by this server', (font) => {
    const { faces } = brandFontStyle(font)
    const names = [...faces.matchAll(/url\(\/brand-fonts\/([\w.-]+)\)/g)].map(([, name]) => name)
    expect(names).toHaveLength(font === 'system' ? 0 : 2)
    const served = readdirSync(new URL('../../../web/public/brand-fonts/', import.meta.url))
    for (const name of names) expect(served).toContain(name)
    expect(faces.replaceAll(/url\(\/brand-fonts\//g, '')).not.toMatch(/url|\/\//)
  })
  it('a dark header is one with light text', () => {
    expect(isDarkHeader(look)).toBe(true)
    expect(isDarkHeader({ ...look, header_bg_color: '#ffffff', header_text_color: '#111111' })).toBe(false)
  })
})

it('the header shows the text color that the editor announces', () => {
  const shownText = { white: '#ffffff', dark: '#12262e' }
  for (const background of ['#000000', '#0f766e', '#5eead4', '#808080', '#ffffff'])
    for (const text of ['#ffffff', '#333333', '#aaaaaa', '#0f766e']) {
      const header = { ...look, header_bg_color: background, header_text_color: text }
      const announced = contrastProblem(header)?.shownText
      expect(brandTokens(header)['--head-text'], `${text} on ${background}`).toBe(
        announced ? shownText[announced] : text,
      )
    }
})

describe('the presets', () => {
  it.each(LOOK_PRESETS)('$name needs no correction of its header and has an accent color', (preset) => {
    expect(contrastProblem({ ...look, ...preset.look })).toBe(null)
    const light = accentChanges(preset.look.accent_color).filter(({ part }) => part.includes('light'))
    expect(light).toEqual([])
  })
})
