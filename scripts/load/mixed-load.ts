// Visitors of one workspace: they read, type into the search, ask and vote, each one thing after the other.
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { quantile } from '../bench/measurement.ts'

/** Actions of visitors with their frequency in percent. */
const MIX = { page: 40, search: 35, ask: 15, widget: 10 } as const
export type Kind = keyof typeof MIX
export const KINDS = Object.keys(MIX) as Kind[]

/** Timeout of a visitor's request, in milliseconds. */
const PATIENCE_MS = 20_000

export interface Visited {
  url: string
  subdomain: string
  questions: string[]
}

/** Times in milliseconds, of what was answered. `refused` is 503 with Retry-After, `errors` everything else but 200. */
export interface Outcome {
  perSecond: number
  p50: number
  p95: number
  p99: number
  answered: number
  refused: number
  errors: number
}

class Samples {
  times: number[] = []
  refused = 0
  errors = 0

  outcome(seconds: number): Outcome {
    const sorted = Float64Array.from(this.times).sort()
    const at = (share: number) => quantile(sorted, share)
    const { length: answered } = this.times
    return {
      perSecond: answered / seconds,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      answered,
      refused: this.refused,
      errors: this.errors,
    }
  }
}

/** A hundred turns of the mix, spread evenly and the same at every call. */
function turnsOfMix(): Kind[] {
  const due: Record<Kind, number> = { page: 0, search: 0, ask: 0, widget: 0 }
  return Array.from({ length: 100 }, () => {
    for (const kind of KINDS) due[kind] += MIX[kind]
    const next = KINDS.reduce((most, kind) => (due[kind] > due[most] ? kind : most))
    due[next] -= 100
    return next
  })
}

function requestOf(kind: Kind, options: Visited, turn: number): { path: string; body?: string } {
  const question = options.questions[(turn * 7919) % options.questions.length] ?? ''
  const query = encodeURIComponent(question)
  switch (kind) {
    case 'page':
      return { path: `/faq/${options.subdomain}` }
    case 'search':
      return { path: `/api/public/search?subdomain=${options.subdomain}&q=${query}&limit=5` }
    case 'ask':
      return { path: '/api/public/ask', body: JSON.stringify({ subdomain: options.subdomain, question }) }
    case 'widget':
      return { path: '/widget.js' }
  }
}

/**
 * Runs `clients` visitors against the server for `seconds`. Refused visitors retry after the time in Retry-After if it
 * is within the run.
 * @returns the outcome by action and in total
 */
export async function mixedLoad(
  options: Visited,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Record<Kind | 'all', Outcome>> {
  const pool = new Pool(options.url, {
    connections: clients,
    pipelining: 1,
    headersTimeout: PATIENCE_MS,
    bodyTimeout: PATIENCE_MS,
  })
  const turns = turnsOfMix()
  const samples = Object.fromEntries([...KINDS, 'all'].map((kind) => [kind, new Samples()])) as Record<
    Kind | 'all',
    Samples
  >
  const started = performance.now()
  const end = started + seconds * 1000

  async function once(turn: number): Promise<number> {
    const kind = turns[turn % turns.length] ?? 'page'
    const { path, body } = requestOf(kind, options, turn)
    const both = [samples[kind], samples.all]
    const asked = performance.now()
    try {
      const answer = await pool.request({
        path,
        method: body ? 'POST' : 'GET',
        headers: { 'accept-encoding': 'gzip', ...(body ? { 'content-type': 'application/json' } : {}) },
        body: body ?? null,
      })
      await answer.body.dump({ limit: 64 * 1024 * 1024 })
      const wait = Number(answer.headers['retry-after'])
      if (answer.statusCode === 200) for (const one of both) one.times.push(performance.now() - asked)
      else if (answer.statusCode === 503 && wait > 0) {
        for (const one of both) one.refused += 1
        return wait * 1000
      } else for (const one of both) one.errors += 1
    } catch {
      for (const one of both) one.errors += 1
    }
    return 0
  }
  async function visit(client: number): Promise<void> {
    for (let turn = client; performance.now() < end; turn += clients) {
      const wait = Math.min(await once(turn), end - performance.now())
      if (wait > 0) await pause(wait)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => visit(client)))
  const lasted = (performance.now() - started) / 1000
  await pool.destroy()
  return Object.fromEntries(Object.entries(samples).map(([kind, one]) => [kind, one.outcome(lasted)])) as Record<
    Kind | 'all',
    Outcome
  >
}
