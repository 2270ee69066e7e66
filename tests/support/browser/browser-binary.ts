// Finds the browser that end-to-end tests, screenshots and pages that need JavaScript run in, or installs one.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { findChromium } from '../../../src/platform/config/find-chromium.ts'
import { installDebianPackage } from '../app/debian-package.ts'

const PACKAGES = ['chromium-headless-shell', 'chromium']
const ROOT = path.resolve(import.meta.dirname, '../../..')

/** Returns true for root, as which Chromium's own sandbox does not start. */
export const isSuperuser = (): boolean => process.getuid?.() === 0

/**
 * Looks for Chrome or Chromium: `CHROME_PATH`, the search path, the usual places, Playwright's download.
 * @returns the path of its executable, undefined when there is none
 * @throws Error when CHROME_PATH names something that cannot be run
 */
export function findBrowser(): string | undefined {
  const named = process.env.CHROME_PATH
  if (!named) return findChromium(process.env) ?? undefined
  try {
    accessSync(named, constants.X_OK)
    return named
  } catch {
    throw new Error(`CHROME_PATH is ${named}, which cannot be run`)
  }
}

/** Returns true when the browser starts: a downloaded one may lack system libraries. */
const starts = (executable: string | undefined): executable is string =>
  executable !== undefined && spawnSync(executable, ['--version'], { timeout: 60_000 }).status === 0

/**
 * Finds a browser or installs one: Playwright's download first, then, as root on Debian, the system's package.
 * @param say called with every step that changes the machine
 * @returns the path of its executable
 * @throws Error with all attempts
 */
export async function ensureBrowser(say: (line: string) => void): Promise<string> {
  const present = findBrowser()
  if (starts(present)) return present
  say(present ? `  ${present} does not start; getting another browser` : '  No Chrome or Chromium found; getting one')
  const cli = path.join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js')
  say('  playwright install chromium')
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { cwd: ROOT, stdio: ['ignore', 1, 2], timeout: 5 * 60_000 })
  const downloaded = findBrowser()
  if (starts(downloaded)) return downloaded
  PACKAGES.some((name) => installDebianPackage(name, say))
  const installed = findBrowser()
  if (starts(installed)) return installed
  throw new Error('No Chrome or Chromium, and none could be installed. Install one, or name it in CHROME_PATH.')
}
