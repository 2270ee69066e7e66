// Every page of an end-to-end test is monitored (tests/support/browser/browser.ts): a violated content security policy,
// an error or a request to a third party fails the test. No file may open an unmonitored page.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const MONITOR = 'support/browser/browser.ts'
const OPENS = /\.newContext\(|\.launch(?:PersistentContext)?\(|\bconnectOverCDP\(/
/** An import of Playwright's own `test`, whose pages are not monitored. */
const UNMONITORED = /^import \{[^}]*(?<!type )\btest\b[^}]*\} from '@playwright\/test'/m
const HAS_PAGE = /\(\{[^}]*\b(?:page|context|browser)\b[^}]*\}/

const files = ['e2e', 'support'].flatMap((folder) =>
  readdirSync(path.join(import.meta.dirname, folder), { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file}`),
)
const code = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')

it('no test opens an unmonitored page', () => {
  expect(files.filter((file) => file !== MONITOR && OPENS.test(code(file)))).toEqual([])
  expect(files.filter((file) => file !== MONITOR && UNMONITORED.test(code(file)) && HAS_PAGE.test(code(file)))).toEqual(
    [],
  )
  expect(OPENS.test(code(MONITOR)) && UNMONITORED.test(code(MONITOR)), 'the patterns match the one file that may').toBe(
    true,
  )
})
