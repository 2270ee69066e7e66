import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(path.join(tmpdir(), 'browser-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs `npm run browser:install` in an environment. */
const install = (env: Record<string, string>) => {
  const script = path.resolve(import.meta.dirname, '../scripts/install-browser.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

it('finds a browser of the system, by its name or on the search path, and installs nothing then', () => {
  const browser = path.join(folder, 'chromium-headless-shell')
  writeFileSync(browser, '#!/bin/sh\necho Chromium 140\n')
  chmodSync(browser, 0o755)
  const environments: Record<string, string>[] = [{ PATH: folder }, { PATH: '', CHROME_PATH: browser }]
  for (const env of environments) {
    const { status, said } = install(env)
    expect([status, said.split('\n')[0]], JSON.stringify(env)).toEqual([0, `Browser: ${browser}`])
  }
})

it('reports a name that leads to no browser', () => {
  const missing = path.join(folder, 'missing')
  expect(install({ PATH: folder, CHROME_PATH: missing })).toEqual({
    status: 1,
    said: `CHROME_PATH is ${missing}, which cannot be run\n`,
  })
})
