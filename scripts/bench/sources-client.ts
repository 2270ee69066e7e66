import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Source, Website } from '../../src/features/knowledge/contract.ts'
import type { BenchApp, BenchWorkspace } from './stage.ts'

const LIMIT_MS = 1_800_000
const LOOK_MS = 250

/** Memory of the server process in megabytes; NaN where the system does not report it. */
function memoryOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

/** Waits until `done` returns true. @returns the seconds it took and the peak memory of the server in megabytes */
async function until(app: BenchApp, done: () => Promise<boolean>): Promise<{ seconds: number; memory: number }> {
  const started = performance.now()
  let memory = memoryOf(app.pid)
  for (;;) {
    memory = Math.max(memory, memoryOf(app.pid))
    if (await done()) return { seconds: (performance.now() - started) / 1000, memory }
    if (performance.now() - started > LIMIT_MS) throw new Error('It was not read within thirty minutes')
    await pause(LOOK_MS)
  }
}

/** Adds sources by the API, and waits until they are read. */
export const sourcesClient = (app: BenchApp, { api_key }: BenchWorkspace) => {
  const headers = { authorization: `Bearer ${api_key}` }
  const call = async <T>(at: string, init: RequestInit = {}): Promise<T> => {
    const answer = await fetch(`${app.url}/api/v1${at}`, { ...init, headers: { ...headers, ...init.headers } })
    if (!answer.ok) throw new Error(`${at} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  /** Waits for the end of a run of a website that is not `before`. */
  const untilRead = (url: string, before: string | undefined) =>
    until(app, async () => {
      const { items } = await call<{ items: Website[] }>('/websites')
      const run = items.find((website) => website.url === url)?.run
      if (run?.id === before) return false
      if (run?.state === 'failed') throw new Error(run.reason ?? 'The website was not read')
      return run?.state === 'completed'
    })
  const readWebsite = async (url: string) => {
    const body = JSON.stringify({ url })
    await call('/websites', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    return untilRead(url, undefined)
  }
  const readAgain = async (url: string) => {
    const { items } = await call<{ items: Website[] }>('/websites')
    const website = items.find((one) => one.url === url)
    await call(`/websites/${website?.id}/sync`, { method: 'POST' })
    return untilRead(url, website?.run?.id)
  }
  return {
    readWebsite,
    readAgain,
    readDocument: async (file: File) => {
      const body = new FormData()
      body.set('file', file)
      const { id } = await call<Source>('/documents', { method: 'POST', body })
      return until(app, async () => {
        const { items } = await call<{ items: Source[] }>('/sources?kind=document')
        const source = items.find((one) => one.id === id)
        if (source?.state === 'failed') throw new Error(source.reason ?? 'The file was not read')
        return source?.state === 'ready'
      })
    },
  }
}
