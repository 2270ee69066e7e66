import sharp from 'sharp'
import { expect, it } from 'vitest'
import { publicPage } from '../../../../tests/support/browser/public-page.ts'
import type { PublicWorkspace } from '../../workspaces/contract.ts'
import { visitorTextsIn } from '../domain/visitor-texts.ts'
import { drawSocialImage } from './social-image.ts'

const WORKSPACE = publicPage('acme').workspace
const draw = async (changes: Partial<PublicWorkspace>) => {
  const workspace = { ...WORKSPACE, ...changes }
  return drawSocialImage(workspace, visitorTextsIn('en', workspace.name))
}

it.each<[what: string, changes: Partial<PublicWorkspace>]>([
  ['a plain color', {}],
  ['a gradient', { header_bg_type: 'gradient', header_bg_gradient_direction: 'to-tl' }],
  ['markup in names', { name: '<b>&amp;</span>', widget_heading: '</span><span size="900000">x' }],
  ['no name', { name: '  ' }],
  ['letters missing from the font', { name: '日本の織物', widget_heading: 'أسئلة', widget_call_to_action: '🧶🧶' }],
  [
    'one very long word',
    { name: 'x'.repeat(100), widget_heading: 'W'.repeat(120), widget_call_to_action: 'W'.repeat(200) },
  ],
  ['invalid colors', { header_bg_color: 'url(x)', header_text_color: '"/><script>' }],
])('an image of the expected size is drawn: %s', async (_, changes) => {
  const png = await draw(changes)
  const { format, width, height } = await sharp(png).metadata()
  expect([format, width, height]).toEqual(['png', 1200, 630])
  expect(png.byteLength).toBeLessThan(150_000)
})

it('an image contains the texts and the colors', async () => {
  const plain = await draw({})
  expect((await draw({ widget_heading: 'Ask the weavers' })).equals(plain)).toBe(false)
  const red = await sharp(await draw({ header_bg_color: '#ff0000' }))
    .raw()
    .toBuffer()
  expect([...red.subarray(0, 3)]).toEqual([255, 0, 0])
})
