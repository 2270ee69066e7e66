import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { inRoot } from '../repository.ts'
import { DENSITY, FOLDER, PICTURES } from './product-pictures.ts'

const MAX_BYTES = 60_000

type Sizes = Record<string, Record<string, { width: number; height: number }>>
const sizes: Sizes = JSON.parse(readFileSync(path.join(FOLDER, 'sizes.json'), 'utf8'))

it('has each picture of the product in two formats and two color schemes, sharp and small', async () => {
  const expected = PICTURES.flatMap(({ name }) =>
    ['wide', 'phone'].flatMap((format) => ['light', 'dark'].map((scheme) => ({ name, format, scheme }))),
  )
  const files = expected.map(({ name, format, scheme }) => `${name}-${format}-${scheme}.avif`)
  expect(
    readdirSync(FOLDER)
      .filter((file) => file.endsWith('.avif'))
      .sort(),
  ).toEqual(files.sort())
  for (const { name, format, scheme } of expected) {
    const file = path.join(FOLDER, `${name}-${format}-${scheme}.avif`)
    const { width, height } = await sharp(file).metadata()
    const size = sizes[name]?.[format]
    expect({ width, height }, file).toEqual({
      width: (size?.width ?? 0) * DENSITY,
      height: (size?.height ?? 0) * DENSITY,
    })
    expect(statSync(file).size, file).toBeLessThan(MAX_BYTES)
  }
})

it('shows every picture on a page of the site', () => {
  const folder = inRoot('src', 'features', 'marketing', 'web')
  const pages = ['how-it-works.tsx', 'learning.tsx'].map((name) => readFileSync(path.join(folder, name), 'utf8')).join()
  for (const { name } of PICTURES) expect(pages).toContain(`="${name}"`)
})
