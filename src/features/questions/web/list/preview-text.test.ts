import { expect, it } from 'vitest'
import { previewText } from './preview-text.ts'

it('leaves out signs of markup, and puts no space where they were', () => {
  expect(previewText('Parcels arrive within **three days**.\n\n1. We weave')).toBe(
    'Parcels arrive within three days. 1. We weave',
  )
  expect(previewText('## Delivery\n\n* Run `npm start`, see [the page](https://a.test).')).toBe(
    'Delivery Run npm start, see the page.',
  )
  expect(previewText('C# works. ![The button](/files/images/a/b-1x1.webp)')).toBe('C# works. The button')
})
