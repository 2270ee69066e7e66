// Installs programs that the tests need and cannot get from npm.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Runs a set-up step with its output shown. @returns whether it succeeded */
function attempt(say: (line: string) => void, args: string[], limitMs: number): boolean {
  say(`  apt-get ${args.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 1, 2], timeout: limitMs }).status === 0
}

/**
 * Installs a Debian package if possible: as root, on Debian.
 * @param say called with every step that changes the machine
 * @returns true when it is installed
 */
export function installDebianPackage(name: string, say: (line: string) => void): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  const updated = attempt(say, ['update', '-qq'], 5 * 60_000)
  return updated && attempt(say, ['install', '-y', '-qq', '--no-install-recommends', name], 10 * 60_000)
}
