import { expect, it } from 'vitest'
import { drawnPdf } from '../../../../../../tests/support/files/pdf-file.ts'
import { readPdf } from './read-pdf.ts'

const text = async (operators: string, annotations?: string[]) => (await readPdf(drawnPdf(operators, annotations))).text

it('labels that are turned upright are lines of their own', async () => {
  const upright = (label: string, x: number) => `BT /F1 10 Tf 0 1 -1 0 ${x} 100 Tm (${label}) Tj ET`
  expect(await text([upright('Oct 25', 100), upright('Nov 25', 112)].join('\n'))).toBe('\f1\nOct 25 Nov 25')
})

it('a list box has its options, and equal values of fields are all kept', async () => {
  const field = (entries: string) => `<</Type/Annot/Subtype/Widget/Rect[0 0 90 20]/F 4${entries}>>`
  const value = (name: string) => field(`/FT/Tx/T(${name})/V(Hello)`)
  expect(await text('', [field('/FT/Ch/T(size)/Opt[(Small)(Large)]'), value('a'), value('b')])).toBe(
    '\f1\nSmall, Large\n\nHello\n\nHello',
  )
})
