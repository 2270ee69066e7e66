// Finds the browser that the journeys and the screenshots run in, and fetches one where there is none.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { installDebianPackage } from '../app/debian-package.ts'

// The first one is the same browser without its user interface, which takes a third less CPU time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const PACKAGES = ['chromium-headless-shell', 'chromium']
const PLACES = [
  '/usr/bin/chromium',
  '/usr/lib/chromium/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const ROOT = path.resolve(import.meta.dirname, '../../..')

/** Returns true for root, as which Chromium's own sandbox does not start. */
export const isSuperuser = (): boolean => process.getuid?.() === 0

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Looks for Chrome or Chromium: `CHROME_PATH`, the search path, the usual places, Playwright's own download.
 * @returns the path of its executable, undefined when there is none
 * @throws Error when CHROME_PATH names something that cannot be run
 */
export function findBrowser(): string | undefined {
  const named = process.env.CHROME_PATH
  if (named) {
    if (!isExecutable(named)) throw new Error(`CHROME_PATH is ${named}, which cannot be run`)
    return named
  }
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const onPath = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [...onPath, ...PLACES, chromium.executablePath()].find(isExecutable)
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
