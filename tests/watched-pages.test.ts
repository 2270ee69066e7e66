// Every page that a browser test opens is under watch (tests/support/browser.ts): a violated content security policy, an
// error or a request to a third party fails the test. Nothing may open pages past that.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const WATCH = 'support/browser.ts'
const OPENS = /\.newContext\(|\.launch(?:PersistentContext)?\(|\bconnectOverCDP\(/
/** Playwright's own `test`, whose pages nobody watches. */
const UNWATCHED = /^import \{[^}]*(?<!type )\btest\b[^}]*\} from '@playwright\/test'/m
const HAS_PAGE = /\(\{[^}]*\b(?:page|context|browser)\b[^}]*\}/

const files = ['e2e', 'support'].flatMap((folder) =>
  readdirSync(path.join(import.meta.dirname, folder), { encoding: 'utf8' }).map((file) => `${folder}/${file}`),
)
const code = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')

it('no test opens a page that is not watched', () => {
  expect(files.filter((file) => file !== WATCH && OPENS.test(code(file)))).toEqual([])
  expect(files.filter((file) => file !== WATCH && UNWATCHED.test(code(file)) && HAS_PAGE.test(code(file)))).toEqual([])
  expect(OPENS.test(code(WATCH)) && UNWATCHED.test(code(WATCH)), 'this is what is looked for').toBe(true)
})
