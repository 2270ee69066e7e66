// What the documents on security name must exist: each file, and each test that is quoted.
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

test('the checklist has every requirement once, and says how it stands', () => {
  const rows = [...read('docs', 'security', 'checklist.md').matchAll(/^\| (\d[\d. ]*) \| ([a-z ]+) \| (.+) \|$/gm)]
  const listed = rows.flatMap(([, ids = '']) => ids.split(' '))
  expect([...listed].sort()).toEqual([...(JSON.parse(read('scripts', 'asvs-5-level-2.json')) as string[])].sort())
  const states = ['tested', 'by design', 'operator', 'not there', 'exception', 'open']
  expect(rows.filter(([, , state = '']) => !states.includes(state))).toEqual([])
  // What is called tested names a test.
  const tested = rows.filter(([, , state]) => state === 'tested')
  expect(tested.filter(([, , , text = '']) => !/`(?:src|tests|scripts)\//.test(text))).toEqual([])
})
