import { describe, expect, it } from 'vitest'
import { DEFAULT_LOOK } from '../../workspaces/contract.ts'
import { contrastProblem, type HeaderLook } from './header-contrast.ts'

const plain: HeaderLook = DEFAULT_LOOK

describe('the contrast of a header', () => {
  it('has no warning for the specified defaults, for images, or for incomplete input', () => {
    expect(contrastProblem(plain)).toBe(null)
    expect(contrastProblem({ ...plain, header_bg_type: 'gradient' })).toBe(null)
    const picture = { ...plain, header_bg_type: 'image', header_bg_color: '#ffffff' } as const
    expect(contrastProblem({ ...picture, header_bg_image_url: '/header-presets/weave.svg' })).toBe(null)
    expect(contrastProblem({ ...plain, header_bg_color: '#ff' })).toBe(null)
  })

  it('uses the replacement color for an image that is not chosen yet', () => {
    expect(contrastProblem({ ...plain, header_bg_type: 'image', header_bg_color: '#ffffff' })).not.toBe(null)
  })

  it.each([
    [{ header_bg_color: '#ffffff' }, 'Use dark text', 1],
    [{ header_bg_color: '#1f2937', header_text_color: '#333333' }, 'Use white text', 1.2],
    [
      { header_bg_type: 'gradient', header_bg_gradient_from: '#ffffff', header_bg_gradient_to: '#000000' },
      'Use white text on a darker background',
      1,
    ],
  ] as const)('%j is fixed by «%s»', (look, label, ratio) => {
    const broken: HeaderLook = { ...plain, ...look }
    const problem = contrastProblem(broken)
    expect(problem?.fix.label).toBe(label)
    expect(problem?.ratio).toBeCloseTo(ratio, 0)
    expect(contrastProblem({ ...broken, ...problem?.fix.values })).toBe(null)
  })

  it.each([
    ['#5eead4', '#ffffff', 'dark'],
    ['#1f2937', '#333333', 'white'],
    ['#ffffff', '#888888', null],
  ] as const)('on %s, visitors see %s or %s text', (header_bg_color, header_text_color, shownText) => {
    expect(contrastProblem({ ...plain, header_bg_color, header_text_color })?.shownText).toBe(shownText)
  })

  it('can be fixed for any two colors', () => {
    const shades = ['#000000', '#444444', '#808080', '#bbbbbb', '#ffffff', '#ff0000', '#00ff00', '#0000ff', '#ffff00']
    for (const from of shades)
      for (const to of shades) {
        const look: HeaderLook = {
          ...plain,
          header_bg_type: 'gradient',
          header_text_color: '#808080',
          header_bg_gradient_from: from,
          header_bg_gradient_to: to,
        }
        expect(contrastProblem({ ...look, ...contrastProblem(look)?.fix.values }), `${from} ${to}`).toBe(null)
      }
  })
})
