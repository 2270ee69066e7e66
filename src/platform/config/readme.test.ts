import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderConfigTable } from './index.ts'

test("the README's table of variables equals the one in the code", () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const table = /<!-- config:start -->\s*([\s\S]*?)\s*<!-- config:end -->/.exec(readme)?.[1]
  expect(table).toBe(renderConfigTable())
})
