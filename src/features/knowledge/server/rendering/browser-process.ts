import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { type DevTools, openDevTools } from './devtools-pipe.ts'

/** A Chromium with nothing of its own: no profile, no network, no files. It ends with `end`. */
export interface BrowserProcess {
  tools: DevTools
  isAlive(): boolean
  end(): void
}

/** Memory limit of all its processes together. */
const MAX_MEMORY_BYTES = 1024 * 1024 * 1024
const CHECK_INTERVAL_MS = 500
const PAGE_BYTES = 4096

/**
 * Requests of the page are answered by this process over the pipe. All other network access fails: host names are not
 * resolved, and the only proxy is an unused port.
 */
const NO_NETWORK_FLAGS = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
]
const QUIET_FLAGS = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-sync',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-breakpad',
  '--metrics-recording-only',
  '--mute-audio',
  '--blink-settings=imagesEnabled=false',
  '--js-flags=--max-old-space-size=256',
]

/** Chromium refuses its sandbox to the superuser. */
const SUPERUSER_FLAGS = process.getuid?.() === 0 ? ['--no-sandbox'] : []

export function startBrowser(executable: string): BrowserProcess {
  const profileFolder = mkdtempSync(path.join(tmpdir(), 'answerloom-browser-'))
  const { PATH } = process.env
  const chromiumProcess = spawn(
    executable,
    [...QUIET_FLAGS, ...NO_NETWORK_FLAGS, ...SUPERUSER_FLAGS, `--user-data-dir=${profileFolder}`, 'about:blank'],
    {
      // Its home is its profile: nothing of the one who runs us is read or written.
      env: { PATH, HOME: profileFolder, TMPDIR: profileFolder },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      detached: true,
    },
  )
  const [, , , write, read] = chromiumProcess.stdio as [null, null, null, Writable, Readable]
  const tools = openDevTools(write, read)
  const memoryWatch = setInterval(() => void endAboveMemoryLimit(chromiumProcess, end), CHECK_INTERVAL_MS).unref()
  let hasEnded = false
  function end(): void {
    if (hasEnded) return
    hasEnded = true
    clearInterval(memoryWatch)
    process.off('exit', end)
    tools.close()
    // Its processes are a group of their own.
    try {
      if (chromiumProcess.pid) process.kill(-chromiumProcess.pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
    // Its last files may still be written while it ends.
    rmSync(profileFolder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', end)
  chromiumProcess.on('error', end)
  chromiumProcess.on('exit', end)
  chromiumProcess.unref()
  return { tools, isAlive: () => !hasEnded, end }
}

/** Requires /proc; on other systems only the memory limit of scripts applies. */
async function endAboveMemoryLimit({ pid }: ChildProcess, end: () => void): Promise<void> {
  if (pid !== undefined && (await residentBytes(pid)) > MAX_MEMORY_BYTES) end()
}

async function residentBytes(pid: number): Promise<number> {
  const ownStatistics = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  const childIds = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const childBytes = await Promise.all(childIds.split(' ').filter(Boolean).map(Number).map(residentBytes))
  // Shared pages are counted once: those that are resident less those that are shared.
  const [, resident = 0, shared = 0] = ownStatistics.split(' ').map(Number)
  return (resident - shared) * PAGE_BYTES + childBytes.reduce((byteTotal, size) => byteTotal + size, 0)
}
