import { describe, expect, it } from 'vitest'
import { bestOf, type Line, regressions } from './compare.ts'

const line = (rest: Partial<Line>): Line => ({
  database: 'pglite',
  stage: 'search',
  what: 'search, 1,000 FAQs',
  bareServer: 10_000,
  ...rest,
})

describe('the comparison of two runs', () => {
  it('finds a rate that fell by over 15 % of what the machine can do', () => {
    const before = [line({ perSecond: 1_000 })]
    expect(regressions(before, [line({ perSecond: 880 })])).toEqual([])
    expect(regressions(before, [line({ perSecond: 800 })])).toEqual([{ line: before[0], by: expect.closeTo(0.25, 5) }])
  })

  it('allows for the speed of the machine', () => {
    const before = [line({ perSecond: 1_000 }), line({ what: 'a PDF of 500 pages, seconds', figure: 10 })]
    const slowMachine = { bareServer: 5_000 }
    const now = [
      line({ ...slowMachine, perSecond: 500 }),
      line({ ...slowMachine, what: 'a PDF of 500 pages, seconds', figure: 20 }),
    ]
    expect(regressions(before, now)).toEqual([])
    expect(
      regressions(
        before,
        now.map((one) => ({ ...one, bareServer: 10_000 })),
      ),
    ).toHaveLength(2)
  })

  it('compares memory as it is', () => {
    const before = [line({ what: 'memory when idle, MB', figure: 200 })]
    expect(regressions(before, [line({ what: 'memory when idle, MB', figure: 240, bareServer: 5_000 })])).toHaveLength(
      1,
    )
    expect(regressions(before, [line({ what: 'memory when idle, MB', figure: 220, bareServer: 20_000 })])).toEqual([])
  })

  it('reports lines that are no longer measured', () => {
    const before = [line({ perSecond: 1_000 })]
    expect(regressions(before, [])).toEqual([{ line: before[0], by: 1 }])
  })

  it('takes the best of several runs', () => {
    const runs = [[line({ perSecond: 500 })], [line({ perSecond: 900 })], [line({ perSecond: 700 })]]
    expect(bestOf(runs)).toEqual([line({ perSecond: 900 })])
  })
})
