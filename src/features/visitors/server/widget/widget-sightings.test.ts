import { expect, it } from 'vitest'
import { WidgetInstallations } from './widget-installations.ts'

const MINUTE = 60_000

function sightings(fail = false) {
  const recorded: [string, [string, Date][]][] = []
  const failures: unknown[] = []
  const seen = new WidgetInstallations({
    record: async (workspaceId, pages) => {
      if (fail) throw new Error('away')
      recorded.push([workspaceId, [...pages]])
    },
    failed: (error) => failures.push(error),
  })
  return { seen, recorded, failures }
}

it('each page of each workspace is stored once a minute', async () => {
  const { seen, recorded } = sightings()
  for (const now of [0, 1, MINUTE - 1]) seen.note('a', 'https://shop.example/', now)
  seen.note('b', 'https://shop.example/', 0)
  await seen.flush()
  expect(recorded).toEqual([
    ['a', [['https://shop.example/', new Date(0)]]],
    ['b', [['https://shop.example/', new Date(0)]]],
  ])
  seen.note('a', 'https://shop.example/', MINUTE - 1)
  await seen.flush()
  expect(recorded).toHaveLength(2)
  seen.note('a', 'https://shop.example/', MINUTE)
  await seen.flush()
  expect(recorded[2]).toEqual(['a', [['https://shop.example/', new Date(MINUTE)]]])
})

it('forged addresses do not fill the memory', async () => {
  const { seen, recorded } = sightings()
  for (let index = 0; index < 1_000; index += 1) seen.note('a', `https://shop.example/${index}`, 0)
  await seen.flush()
  expect(recorded[0]?.[1]).toHaveLength(20)
})

it('storing continues after a failure', async () => {
  const { seen, failures } = sightings(true)
  seen.note('a', 'https://shop.example/', 0)
  await seen.flush()
  seen.note('a', 'https://shop.example/other', 0)
  await seen.flush()
  expect(failures).toHaveLength(2)
})
