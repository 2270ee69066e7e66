import { accessSync, constants, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

// The first one is the same browser without its user interface, which takes a third less CPU time.
const PROGRAM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const PROGRAM_PLACES = [
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

function isExecutable(programPath: string): boolean {
  try {
    accessSync(programPath, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the browsers that Playwright has downloaded, the newest first. */
function downloads({ PLAYWRIGHT_BROWSERS_PATH }: NodeJS.ProcessEnv): string[] {
  const cacheFolders = process.platform === 'darwin' ? ['Library', 'Caches'] : ['.cache']
  const browsersFolder = PLAYWRIGHT_BROWSERS_PATH ?? path.join(homedir(), ...cacheFolders, 'ms-playwright')
  try {
    const versions = readdirSync(browsersFolder).filter((versionName) => versionName.startsWith('chromium'))
    return versions
      .sort()
      .reverse()
      .flatMap((versionFolder) =>
        IN_DOWNLOAD.map((programInDownload) => path.join(browsersFolder, versionFolder, programInDownload)),
      )
  } catch {
    return []
  }
}

/** Returns the path of the system's Chromium or Chrome, or of a downloaded one; null when there is none. */
export function findChromium(environment: NodeJS.ProcessEnv): string | null {
  const pathFolders = (environment.PATH ?? '').split(path.delimiter).filter((pathFolder) => pathFolder !== '')
  const programsOnPath = PROGRAM_NAMES.flatMap((programName) =>
    pathFolders.map((pathFolder) => path.join(pathFolder, programName)),
  )
  return [...programsOnPath, ...PROGRAM_PLACES, ...downloads(environment)].find(isExecutable) ?? null
}
