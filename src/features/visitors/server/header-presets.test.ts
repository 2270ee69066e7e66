// White text is readable on every built-in header image under its veil.
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { contrast, type Rgb } from '../../../kernel/color.ts'
import { HEADER_PRESETS } from '../../appearance/contract.ts'
import { VEIL_OVER_PRESETS } from '../domain/branding.ts'

const PUBLIC = path.resolve(import.meta.dirname, '../../../web/public')
const WHITE: Rgb = [255, 255, 255]
/** WCAG 2.2 AA for text of any size. */
const READABLE = 4.5

const channel = (position: number) => Number.parseInt(VEIL_OVER_PRESETS.slice(position, position + 2), 16)
const [veil, share] = [[channel(1), channel(3), channel(5)] as const, channel(7) / 255]

it('there are ten presets', () => expect(HEADER_PRESETS).toHaveLength(10))

it.each(HEADER_PRESETS)('$name', async ({ url }) => {
  const file = path.join(PUBLIC, url)
  expect(statSync(file).size).toBeLessThan(5_000)
  expect(readFileSync(file, 'utf8')).not.toMatch(/<script|href|url\(http|\son\w+=/)
  const { data, info } = await sharp(file).resize(160, 50).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let worst = Number.POSITIVE_INFINITY
  for (let position = 0; position < data.length; position += info.channels) {
    const [r, g, b] = veil.map((part, c) => (data[position + c] ?? 0) * (1 - share) + part * share)
    worst = Math.min(worst, contrast(WHITE, [r ?? 0, g ?? 0, b ?? 0]))
  }
  expect(worst).toBeGreaterThanOrEqual(READABLE)
})
