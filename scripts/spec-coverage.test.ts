// The coverage page names, for each item of the specification, the files that fulfill it and the tests that would fail
// without it. The named files must exist, test files must contain tests, and each text must be asserted in one of them.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
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
const done = rows.filter(({ status }) => status === 'done')

/** A test file and the support files that it imports: names of dialogs and buttons stand there. */
function sourceOf(test: string): string {
  const source = readFileSync(inRoot(test), 'utf8')
  const support = [...source.matchAll(/from '([./]+[^']*support\/[^']+)'/g)].map(([, from = '']) =>
    readFileSync(inRoot(path.join(path.dirname(test), from)), 'utf8'),
  )
  return [source, ...support].join('\n')
}

const plain = (text: string): string =>
  text.replaceAll('\\', '').replace(/[’‘]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, ' ').toLowerCase()

/** The fixed parts of a text; `{limit}`, `N` and `(s)` stand for what varies, a final `...` for a rest that is left out. */
const fixedParts = (text: string): string[] =>
  text
    .replace(/\.\.\.$/, '')
    .split(/\{[^}]*\}|\bN\b|\(s\)/)
    .map((part) => plain(part).trim())
    .filter((part) => part.length > 2)

test('every row is done or planned', () => {
  expect(rows.length).toBeGreaterThan(300)
  expect(rows.filter(({ status }) => status !== 'done' && status !== 'planned')).toEqual([])
})

test('every done row names its file and its test', () => {
  expect(done.filter(({ files, tests }) => files.length === 0 || tests.length === 0)).toEqual([])
  expect(done.flatMap(({ tests }) => tests).filter((path) => !/\.(test|spec)\.tsx?$/.test(path))).toEqual([])
})

test('every named file exists', () => {
  const named = new Set(rows.flatMap(({ files, tests }) => [...files, ...tests]))
  expect([...named].filter((path) => !existsSync(inRoot(path)))).toEqual([])
})

test('every named test file contains a test', () => {
  const named = [...new Set(done.flatMap(({ tests }) => tests))].filter((path) => existsSync(inRoot(path)))
  const withoutTests = named.filter((path) => !/\b(?:it|test)(?:\.\w+)*\(/.test(readFileSync(inRoot(path), 'utf8')))
  expect(withoutTests).toEqual([])
})

test('every text is in a test that its row names', () => {
  const texts = done.flatMap((row) => {
    const [, text] = /^“(.+)”$/.exec(row.item) ?? []
    return text ? [{ ...row, text }] : []
  })
  expect(texts.length).toBeGreaterThan(150)
  const missing = texts.filter(({ text, tests }) => {
    const asserted = plain(
      tests
        .filter((path) => existsSync(inRoot(path)))
        .map(sourceOf)
        .join('\n'),
    )
    return fixedParts(text).some((part) => !asserted.includes(part))
  })
  expect(missing.map(({ item, tests }) => `${item}: ${tests.join(', ')}`)).toEqual([])
})
