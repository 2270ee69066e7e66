// The coverage page says where each item of the specification is fulfilled and tested: what it names must exist.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from './repository.ts'

type Row = { item: string; files: string[]; tests: string[]; status: string }

const rows: Row[] = readFileSync(inRoot('docs', 'decisions', 'spec-coverage.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| item '))
  .map((line) => {
    const cells = line.replace(/^\| | \|$/g, '').split(/(?<!\\) \| /)
    const [item = '', files = '', tests = '', status = ''] = cells
    const paths = (cell: string) => (cell === '–' ? [] : cell.split(/,\s*/).map((path) => path.replaceAll('`', '')))
    return { item, files: paths(files), tests: paths(tests), status: cells.length === 4 ? status : 'malformed' }
  })

test('every row is done or planned', () => {
  expect(rows.length).toBeGreaterThan(300)
  expect(rows.filter(({ status }) => status !== 'done' && status !== 'planned')).toEqual([])
})

test('what is done names its file and its test', () => {
  const done = rows.filter(({ status }) => status === 'done')
  expect(done.filter(({ files, tests }) => files.length === 0 || tests.length === 0)).toEqual([])
  expect(done.flatMap(({ tests }) => tests).filter((path) => !/\.(test|spec)\.tsx?$/.test(path))).toEqual([])
})

test('every named file exists', () => {
  const named = new Set(rows.flatMap(({ files, tests }) => [...files, ...tests]))
  expect([...named].filter((path) => !existsSync(inRoot(path)))).toEqual([])
})
