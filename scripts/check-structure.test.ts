// Every rule of the structure check must fire: each is fed a small project that breaks it, and one that does not.
// The table of directions has its own test in scripts/structure.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { inRoot } from './repository.ts'
import { cyclesIn } from './structure/cycles.ts'
import { broken, f, importing } from './structure/fixture-project.ts'

test('every way to import another file is recognized', () => {
  const from = f('early', 'server/verb.ts')
  const to = '../web/page.tsx'
  const ways = [
    `import { a } from '${to}'`,
    `import '${to}'`,
    `import type { A } from '${to}'`,
    `import { type A } from '${to}'`,
    `export { a } from '${to}'`,
    `export * from '${to}'`,
    `export type { A } from '${to}'`,
    `export type * as all from '${to}'`,
    `const a = await import('${to}')`,
    `const a = () => import(\`${to}\`)`,
    `type A = import('${to}').A`,
    `let a: typeof import('${to}')`,
    `const url = import.meta.resolve('${to}')`,
    `const worker = new URL('${to}', import.meta.url)`,
    `const pages = import.meta.glob('../web/*.tsx')`,
    `const pages = import.meta.glob(['../web/*.tsx'])`,
    `import page from '${to}?raw'`,
  ]
  for (const way of ways) expect(broken({ [from]: `${way}\n` }), way).toEqual(['direction'])
  expect(broken({ [from]: `// import '${to}'\nconst text = "import '${to}'"\n` })).toEqual([])
})

test('import cycles of any length and kind are found', () => {
  const a = 'src/kernel/a.ts'
  const b = 'src/kernel/b.ts'
  const c = 'src/kernel/c.ts'
  const closings = ["import './a.ts'", "import type { A } from './a.ts'", "export * from './a.ts'"]
  for (const closing of [...closings, "type A = import('./a.ts').A", "const a = () => import('./a.ts')"]) {
    const files = { [a]: "import './b.ts'\n", [b]: "import './c.ts'\n", [c]: `${closing}\n` }
    expect(broken(files), closing).toEqual(['cycle'])
  }
  expect(broken({ [a]: "import './a.ts'\n" })).toEqual(['cycle'])
  expect(broken({ [a]: "import './b.ts'\nimport './c.ts'\n", [b]: "import './c.ts'\n", [c]: '' })).toEqual([])
})

test('a cycle is reported once, with its path', () => {
  const graph = (edges: Record<string, string[]>) =>
    new Map(Object.entries(edges).map(([file, targets]) => [file, new Set(targets)]))
  expect(cyclesIn(graph({ a: ['b'], b: ['c'], c: ['b'] }))).toEqual([['b', 'c', 'b']])
  expect(cyclesIn(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([])
  expect(cyclesIn(graph({ a: ['b'], b: ['a'], c: ['d'], d: ['c'] }))).toEqual([
    ['a', 'b', 'a'],
    ['c', 'd', 'c'],
  ])
})

test("Node's built-in modules are allowed in platform, server, the root, scripts and tests", () => {
  const text = "import { readFileSync } from 'node:fs'\n"
  const allowed = ['src/platform/log/index.ts', f('early', 'server/verb.ts'), 'src/main.ts', 'src/wire/jobs.ts']
  for (const file of [...allowed, 'scripts/tool.ts', 'tests/support/data.ts', f('early', 'domain/rule.test.ts')]) {
    expect(broken({ [file]: text }), file).toEqual([])
  }
  const refused = ['src/kernel/text.ts', 'src/contract.ts', f('early', 'contract.ts'), f('early', 'domain/rule.ts')]
  for (const file of [...refused, f('early', 'web/page.tsx'), 'src/web/button.tsx', 'src/widget-loader/widget.ts']) {
    expect(broken({ [file]: text }), file).toEqual(['builtin'])
    expect(broken({ [file]: "type Stats = import('fs/promises').FileHandle\n" }), file).toEqual(['builtin'])
  }
})

test("a computed import address is allowed only in code for Node and in the widget's loader", () => {
  const text = 'export const load = (name: string) => import(name)\n'
  expect(broken({ 'src/web/button.tsx': text })).toEqual(['computed'])
  expect(broken({ 'src/kernel/text.ts': text })).toEqual(['computed'])
  expect(broken({ 'src/widget-loader/widget.ts': text })).toEqual([])
  expect(broken({ 'src/platform/http/bundle.ts': text })).toEqual([])
})

test('tests may import anything, and only tests import tests', () => {
  const anything = `import '${'../'.repeat(4)}tests/support/data.ts'\nimport '../server/verb.ts'\nimport '../../late/web/page.tsx'\n`
  expect(broken({ [f('early', 'domain/rule.test.ts')]: anything })).toEqual([])
  expect(importing(f('early', 'server/verb.ts'), 'tests/support/data.ts')).toEqual(['direction'])
  expect(importing(f('early', 'server/verb.ts'), 'scripts/tool.ts')).toEqual(['direction'])
  expect(importing('src/wire.ts', 'vite.config.ts')).toEqual(['direction'])
  const files = { [f('early', 'domain/rule.test.ts')]: '', [f('early', 'domain/rule.ts')]: "import './rule.test.ts'\n" }
  expect(broken(files)).toEqual(['direction'])
})

test('imported files exist, and are named with their extension', () => {
  expect(importing('src/kernel/ids.ts', 'src/kernel/nothing.ts')).toEqual(['missing'])
  expect(importing('src/kernel/ids.ts', 'src/kernel/text')).toEqual(['missing'])
})

test('every file has a place in the layout, and every feature in the order', () => {
  for (const file of ['src/stray.ts', 'src/other/file.ts', f('early', 'index.ts'), f('early', 'lib/a.ts')]) {
    expect(broken({ [file]: '' }), file).toEqual(['place'])
  }
  expect(broken({ [f('unlisted', 'contract.ts')]: '' })).toEqual(['place'])
})

test('no file is longer than 300 lines', () => {
  for (const file of ['src/kernel/text.ts', 'src/web/button.tsx', 'scripts/tool.mjs', 'src/web/tokens.css']) {
    expect(broken({ [file]: '\n'.repeat(300) }), file).toEqual([])
    expect(broken({ [file]: '\n'.repeat(301) }), file).toEqual(['length'])
    expect(broken({ [file]: `${'\n'.repeat(300)}/* end */` }), file).toEqual(['length'])
  }
  expect(broken({ 'src/kernel/words.json': '\n'.repeat(5000) })).toEqual([])
})

test('no folder of a feature or the platform has more than 25 files, not counting tests', () => {
  const folder = (path: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${path}/file-${index}.ts`, '']))
  for (const path of [f('early', 'web/list'), f('early', 'domain/rules'), 'src/platform/db/embedded']) {
    expect(broken(folder(path, 25)), path).toEqual([])
    expect(broken(folder(path, 26)), path).toEqual(['folder'])
    expect(broken({ ...folder(path, 25), [`${path}/file-0.test.ts`]: '' }), path).toEqual([])
    expect(broken({ ...folder(path, 25), ...folder(`${path}/inner`, 1) }), path).toEqual([])
  }
})

test('names of files have one of the known suffixes', () => {
  const good = [
    f('early', 'server/faqs.table.ts'),
    f('early', 'server/list-faqs.queries.ts'),
    f('early', 'server/crawl.job.ts'),
    f('early', 'server/verb.test.ts'),
    f('early', 'server/verb.db.test.ts'),
    f('early', 'web/page.test.tsx'),
    f('early', 'domain/common-passwords.ts'),
    'src/platform/db/stemmers.d.ts',
    'tests/e2e/sign-up.spec.ts',
    'scripts/tool.mjs',
    'drizzle.config.ts',
  ]
  for (const file of good) expect(broken({ [file]: '' }), file).toEqual([])
  const bad = [
    'src/kernel/TextRules.ts',
    'src/kernel/text_rules.ts',
    'src/kernel/Words/text-rules.ts',
    'src/kernel/utils.ts',
    'src/kernel/date-helpers.ts',
    'src/kernel/common.ts',
    'src/kernel/common/text-rules.ts',
    'src/platform/db/pool.service.ts',
    'src/kernel/rows.table.ts',
    f('early', 'web/crawl.job.ts'),
    f('early', 'server/journey.spec.ts'),
    f('early', 'server/mail.tsx'),
    'src/kernel/text.js',
    'src/kernel/text.mts',
    'src/web/tokens.scss',
    'setup.ts',
  ]
  for (const file of bad) expect(broken({ [file]: '' }), file).toEqual(['name'])
})

test('no check is suppressed, and every file can be parsed', () => {
  for (const words of [
    '@ts-' + 'ignore',
    '@ts-' + 'expect-error',
    'biome-' + 'ignore lint: why',
    'eslint-' + 'disable',
  ]) {
    expect(broken({ 'src/kernel/text.ts': `// ${words}\n` }), words).toEqual(['suppression'])
  }
  expect(broken({ 'src/kernel/text.ts': '// biome-ignore format: one range per reason\n' })).toEqual([])
  expect(broken({ 'src/kernel/text.ts': 'const = 1\n' })).toEqual(['syntax'])
})

test('a page with a strict policy is never awaited with a text', () => {
  const waiting = (what: string) => broken({ 'tests/e2e/page.spec.ts': `await page.waitForFunction(${what})\n` })
  for (const text of ["'window.ready'", '`window.ready`', 'READY']) expect(waiting(text), text).toEqual(['polled text'])
  expect(waiting('() => window.ready')).toEqual([])
})

test('migrations keep everything that the previous version uses', () => {
  expect(broken({ 'migrations/0001_less.sql': 'DROP TABLE faqs;' })).toEqual(['migration'])
  expect(broken({ 'migrations/0001_more.sql': 'CREATE TABLE faqs (id uuid NOT NULL);' })).toEqual([])
})

test('ARCHITECTURE.md lists the features in the checked order', () => {
  const listed = /in the order in which they may depend on each other:\n\n```\n([^`]+)```/.exec(
    readFileSync(inRoot('ARCHITECTURE.md'), 'utf8'),
  )?.[1]
  const order: unknown = JSON.parse(readFileSync(inRoot('scripts', 'feature-order.json'), 'utf8'))
  expect(listed?.trim().split(/\s+/)).toEqual(order)
})

test('the command checks a folder, reports its findings and fails', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'structure-'))
  const command = () =>
    spawnSync(process.execPath, [inRoot('scripts', 'check-structure.mjs'), folder], { encoding: 'utf8' })
  try {
    mkdirSync(path.join(folder, 'src', 'kernel'), { recursive: true })
    writeFileSync(path.join(folder, 'src', 'kernel', 'text.ts'), 'export const a = 1\n')
    expect(command()).toMatchObject({ status: 0, stdout: 'Structure: 1 files, no findings\n' })
    writeFileSync(path.join(folder, 'src', 'kernel', 'clock.ts'), "\nexport { hostname } from 'node:os'\n")
    const failed = command()
    expect(failed.stderr).toContain('src/kernel/clock.ts:2 [builtin] node:os')
    expect(failed.status).toBe(1)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
