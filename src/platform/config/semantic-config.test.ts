import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, loadConfig } from './index.ts'

const dir = mkdtempSync(join(tmpdir(), 'config-'))
afterAll(() => rmSync(dir, { recursive: true }))

test('semantic search is built in, replaced by an embedding model, and SEMANTIC overrides both', () => {
  const remote = { EMBEDDING_MODEL: 'e', EMBEDDING_BASE_URL: 'http://localhost:11434/v1' }
  const kindOf = (env: Record<string, string>) => loadConfig({ DATA_DIR: dir, ...env }).semantic.kind
  expect(kindOf({})).toBe('built-in')
  expect(kindOf(remote)).toBe('remote')
  expect(kindOf({ ...remote, SEMANTIC: 'off' })).toBe('off')
  expect(kindOf({ ...remote, SEMANTIC: 'built-in' })).toBe('built-in')
})

test('a local model is named by its folder, with or without the owner', () => {
  for (const name of ['multilingual-e5-small', 'Xenova/multilingual-e5-small'])
    expect(loadConfig({ DATA_DIR: dir, SEMANTIC: `local:${name}` }).semantic).toEqual({
      kind: 'local',
      name: 'multilingual-e5-small',
    })
})

test.each(['magic', 'local:', 'local:a/b/c', 'local:.hidden'])(
  '%s is refused with the list of valid values',
  (value) => {
    const load = () => loadConfig({ DATA_DIR: dir, SEMANTIC: value })
    expect(load).toThrow(ConfigError)
    expect(load).toThrow('built-in, local:NAME, remote or off')
  },
)
