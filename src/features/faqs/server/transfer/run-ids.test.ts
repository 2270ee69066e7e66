import { expect, it } from 'vitest'
import { isId, newId } from '../../../../kernel/ids.ts'
import { idInRun } from './run-ids.ts'

it('gives each item of a run its own id, the same every time', () => {
  const run = newId()
  const ids = Array.from({ length: 1000 }, (_, index) => idInRun(run, index))
  expect(new Set(ids).size).toBe(1000)
  expect(ids.every((id) => isId(id) && /^.{14}7.{4}[89ab]/u.test(id.replace(/^(.{13})-/u, '$1-')))).toBe(true)
  expect(idInRun(run.toUpperCase(), 7)).toBe(ids[7])
  expect(idInRun(newId(), 7)).not.toBe(ids[7])
})
