import { describe, expect, it } from 'vitest'
import { DEFAULT_LOOK } from '../../workspaces/contract.ts'
import { type Appearance, appearanceSchema } from '../contract.ts'
import { advancedEdits, CUSTOMIZATION } from './customization.ts'

const stored: Appearance = { ...DEFAULT_LOOK, name: 'Woven Goods', logo_url: null, website_url: null }

describe('the customization', () => {
  it('names every field that can be stored', () => {
    expect(Object.keys(CUSTOMIZATION).sort()).toEqual(Object.keys(appearanceSchema.shape).sort())
  })

  it('has logos, name, links, texts, solid colors, corners and font in the basic part only', () => {
    const basic = Object.entries(CUSTOMIZATION).flatMap(([name, part]) => (part === 'basic' ? [name] : []))
    expect(basic.sort()).toEqual([
      'accent_color',
      'corners',
      'favicon_url',
      'font',
      'header_bg_color',
      'header_text_color',
      'logo_dark_url',
      'logo_url',
      'name',
      'neutral',
      'page_layout',
      'social_facebook',
      'social_linkedin',
      'social_twitter',
      'website_url',
      'widget_call_to_action',
      'widget_heading',
    ])
  })
})

describe('an edit of the advanced part', () => {
  const custom: Appearance = { ...stored, header_bg_type: 'gradient', header_bg_gradient_from: '#112233' }

  it.each<[string, Partial<Appearance>, string[]]>([
    ['nothing', {}, []],
    ['the stored values', { header_bg_type: 'gradient', header_bg_gradient_from: '#112233' }, []],
    ['the defaults', { header_bg_type: 'color', header_bg_gradient_from: '#1f2937' }, []],
    ['basic fields', { name: 'Reed', header_bg_color: '#445566' }, []],
    [
      'another value',
      { header_bg_type: 'image', header_bg_gradient_from: '#112234' },
      ['header_bg_type', 'header_bg_gradient_from'],
    ],
    ['one among basic fields', { name: 'Reed', widget_border_width: 5 }, ['widget_border_width']],
  ])('%s', (_, values, edits) => expect(advancedEdits(custom, values)).toEqual(edits))
})
