import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inRoot } from '../repository.ts'
import { checkStructure } from '../structure/check.ts'
import { readSources } from '../structure/sources.ts'
import { addFeature } from './add-feature.ts'

let folder = ''
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const order = (): string[] => JSON.parse(read('scripts/feature-order.json'))

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'new-feature-'))
  for (const file of ['ARCHITECTURE.md', 'scripts/feature-order.json', 'src/platform/rpc/index.ts']) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    cpSync(inRoot(file), path.join(folder, file))
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a new feature is placed after its predecessor, in the order and in ARCHITECTURE.md', () => {
  const before = order()
  const last = before.at(-1) ?? ''
  addFeature(folder, 'saved-replies', last)
  expect(order()).toEqual([...before, 'saved-replies'])
  addFeature(folder, 'first-steps', before[0] ?? '')
  expect(order().indexOf('first-steps')).toBe(1)
  const listed = /depend on each other:\n\n```\n([^`]+)```/.exec(read('ARCHITECTURE.md'))?.[1]
  expect(listed?.trim().split(/\s+/)).toEqual(order())
})

test("a new feature's files pass the structure check", () => {
  const written = addFeature(folder, 'saved-replies', order()[0] ?? '')
  for (const file of written) expect(existsSync(path.join(folder, file)), file).toBe(true)
  const findings = checkStructure(readSources(folder), order(), '0.1.0')
  expect(findings.filter(({ file }) => file.startsWith('src/features/'))).toEqual([])
})

test('an invalid name, an existing one and an unknown predecessor change nothing', () => {
  const before = read('scripts/feature-order.json')
  const [first = ''] = order()
  expect(() => addFeature(folder, 'SavedReplies', first)).toThrow('not a kebab-case name')
  expect(() => addFeature(folder, first, first)).toThrow('already')
  expect(() => addFeature(folder, 'saved-replies', 'nothing')).toThrow('There is no feature "nothing"')
  expect(read('scripts/feature-order.json')).toBe(before)
  expect(existsSync(path.join(folder, 'src/features'))).toBe(false)
})
