import { accessSync, constants, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

// The first one is the same browser without its user interface, which takes a third less CPU time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const PLACES = [
  '/usr/bin/chromium',
  '/usr/lib/chromium/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
/** Executables within a download of Playwright, by system and version of Playwright. */
const IN_DOWNLOAD = [
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-linux/headless_shell',
  'chrome-linux64/chrome',
  'chrome-linux/chrome',
  'chrome-mac/headless_shell',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
]

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the browsers that Playwright has downloaded, the newest first. */
function downloads({ PLAYWRIGHT_BROWSERS_PATH }: NodeJS.ProcessEnv): string[] {
  const cache = process.platform === 'darwin' ? ['Library', 'Caches'] : ['.cache']
  const folder = PLAYWRIGHT_BROWSERS_PATH ?? path.join(homedir(), ...cache, 'ms-playwright')
  try {
    const versions = readdirSync(folder).filter((name) => name.startsWith('chromium'))
    return versions
      .sort()
      .reverse()
      .flatMap((version) => IN_DOWNLOAD.map((file) => path.join(folder, version, file)))
  } catch {
    return []
  }
}

/** Returns the path of the system's Chromium or Chrome, or of a downloaded one; null when there is none. */
export function findChromium(env: NodeJS.ProcessEnv): string | null {
  const folders = (env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '')
  const onPath = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [...onPath, ...PLACES, ...downloads(env)].find(isExecutable) ?? null
}
