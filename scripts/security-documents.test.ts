// Files and tests that the security documents name must exist.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from './repository.ts'

const read = (...at: string[]) => readFileSync(inRoot(...at), 'utf8')
const DOCUMENTS = [['SECURITY.md'], ['docs', 'guides', 'security.md'], ['docs', 'security', 'checklist.md']]
const text = DOCUMENTS.map((at) => read(...at)).join('\n')

test('every file exists', () => {
  const named = [...text.matchAll(/`((?:src|tests|scripts|docs)\/[\w./-]+)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(40)
  expect([...new Set(named)].filter((path) => !existsSync(inRoot(path)))).toEqual([])
})

test('every test file named without its folder exists', () => {
  const known = globSync('{src,tests,scripts}/**/*.{test,spec}.ts', { cwd: inRoot() }).map((file) =>
    file.split('/').at(-1),
  )
  const named = [...text.matchAll(/`([\w-]+(?:\.db)?\.(?:test|spec)\.ts)`/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

test('every quoted test exists', () => {
  const code = globSync('{src,tests,scripts}/**/*.{test,spec}.ts', { cwd: inRoot() })
    .map((file) => read(file))
    .join('\n')
  const quoted = [...text.matchAll(/«([^»]+)»/g)].map(([, name = '']) => name.replace(/ …$/, ''))
  expect(quoted.length).toBeGreaterThan(20)
  expect([...new Set(quoted)].filter((name) => !code.includes(name))).toEqual([])
})

interface ChecklistRow {
  requirements: string[]
  state: string
  text: string
  /** The removed control that made the named tests fail; '' where no test is claimed. */
  removed: string
}

const checklist = [...read('docs', 'security', 'checklist.md').matchAll(/^\| (\d.*) \|$/gm)].map(
  ([, line = '']): ChecklistRow => {
    const [requirements = '', state = '', text = '', removed = '', ...more] = line.split('|').map((cell) => cell.trim())
    if (more.length > 0) throw new Error(`a row has too many cells: ${line}`)
    return { requirements: requirements.split(' '), state, text, removed }
  },
)
const tested = checklist.filter(({ state }) => state === 'tested')

/** The test files that a row names, each with the titles quoted behind it. */
function namedTests(text: string): { path: string; titles: string[] }[] {
  const named: { path: string; titles: string[] }[] = []
  for (const [, path, title] of text.matchAll(/`([^`]+)`|«([^»]+)»/g)) {
    if (path === undefined) named.at(-1)?.titles.push(title ?? '')
    else if (/\.(?:test|spec)\.ts$/.test(path)) named.push({ path, titles: [] })
  }
  return named
}

test('the checklist has every requirement once, with its state', () => {
  const listed = checklist.flatMap(({ requirements }) => requirements)
  expect([...listed].sort()).toEqual([...(JSON.parse(read('scripts', 'asvs-5-level-2.json')) as string[])].sort())
  const states = ['tested', 'by design', 'operator', 'not there', 'exception', 'open']
  expect(checklist.filter(({ state, text }) => !states.includes(state) || text === '')).toEqual([])
})

test('every row of the checklist that is tested names a test file and existing titles', () => {
  expect(tested.filter(({ text }) => namedTests(text).length === 0)).toEqual([])
  for (const { path, titles } of checklist.flatMap(({ text }) => namedTests(text)))
    for (const title of titles) expect(read(...path.split('/')), `${path} «${title}»`).toContain(title)
})

test('every row of the checklist that is tested names the removed control, and no other row does', () => {
  expect(tested.filter(({ removed }) => removed.length < 5)).toEqual([])
  expect(checklist.filter(({ state, removed }) => state !== 'tested' && removed !== '')).toEqual([])
})
