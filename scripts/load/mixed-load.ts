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

/** A workspace as visitors see it. */
export interface Visited {
  subdomain: string
  asked: readonly string[]
}

export interface MixedLoad {
  /** The server. */
  url: string
  /** The workspace that is visited at a turn. */
  visitedAt(turn: number): Visited
  clients: number
  seconds: number
  /** Number of requests after which the run ends early. */
  requests?: number
  /** Turn of the first request, so that a run continues an earlier one. */
  firstTurn?: number
  /** Pause of each visitor after each request, in milliseconds. */
  pauseMs?: number
  /** Address of a visitor, for a server behind a proxy; all have one address without it. */
  addressOf?(client: number): string
  /** Does not wait after a refusal: a program, not a person. */
  isImpatient?: boolean
  /** Actions in percent. */
  mix?: Partial<Record<Kind, number>>
}

/**
 * Times in milliseconds, of what was answered. `refused` is 503 with Retry-After, `limited` 429 with it, `errors`
 * everything else but 200.
 */
export interface Outcome {
  perSecond: number
  p50: number
  p95: number
  p99: number
  answered: number
  refused: number
  limited: number
  errors: number
}

export type Outcomes = Record<Kind | 'all', Outcome>

class Samples {
  times: number[] = []
  refused = 0
  limited = 0
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
      limited: this.limited,
      errors: this.errors,
    }
  }
}

/** A hundred turns of a mix, spread evenly and the same at every call. */
function turnsOf(mix: Partial<Record<Kind, number>>): Kind[] {
  const due: Record<Kind, number> = { page: 0, search: 0, ask: 0, widget: 0 }
  return Array.from({ length: 100 }, () => {
    for (const kind of KINDS) due[kind] += mix[kind] ?? 0
    const next = KINDS.reduce((most, kind) => (due[kind] > due[most] ? kind : most))
    due[next] -= 100
    return next
  })
}

function requestOf(kind: Kind, { subdomain, asked }: Visited, turn: number): { path: string; body?: string } {
  const question = asked[(turn * 7919) % asked.length] ?? ''
  const query = encodeURIComponent(question)
  switch (kind) {
    case 'page':
      return { path: `/faq/${subdomain}` }
    case 'search':
      return { path: `/api/public/search?subdomain=${subdomain}&q=${query}&limit=5` }
    case 'ask':
      return { path: '/api/public/ask', body: JSON.stringify({ subdomain, question }) }
    case 'widget':
      return { path: '/widget.js' }
  }
}

/**
 * Runs visitors against the server for a time. Refused and limited visitors retry after the time in Retry-After if it is
 * within the run.
 * @returns the outcome by action and in total
 */
export async function mixedLoad(o: MixedLoad): Promise<Outcomes> {
  const { url, clients, seconds, requests = Number.POSITIVE_INFINITY, pauseMs = 0, mix = MIX, firstTurn = 0 } = o
  const limits = { headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS }
  const pool = new Pool(url, { connections: clients, pipelining: 1, ...limits })
  const turns = turnsOf(mix)
  const samples = Object.fromEntries([...KINDS, 'all'].map((kind) => [kind, new Samples()])) as Record<
    Kind | 'all',
    Samples
  >
  const started = performance.now()
  const end = started + seconds * 1000

  /** @returns how long the visitor waits before the next request, in milliseconds */
  async function once(turn: number, client: number): Promise<number> {
    const kind = turns[turn % turns.length] ?? 'page'
    const { path, body } = requestOf(kind, o.visitedAt(turn), turn)
    const both = [samples[kind], samples.all]
    const asked = performance.now()
    try {
      const answer = await pool.request({
        path,
        method: body ? 'POST' : 'GET',
        headers: {
          'accept-encoding': 'gzip',
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(o.addressOf ? { 'x-forwarded-for': o.addressOf(client) } : {}),
        },
        body: body ?? null,
      })
      await answer.body.dump({ limit: 64 * 1024 * 1024 })
      const wait = Number(answer.headers['retry-after'])
      if (answer.statusCode === 200) for (const one of both) one.times.push(performance.now() - asked)
      else if ([429, 503].includes(answer.statusCode) && wait > 0) {
        for (const one of both) one[answer.statusCode === 429 ? 'limited' : 'refused'] += 1
        return o.isImpatient ? 0 : wait * 1000
      } else for (const one of both) one.errors += 1
    } catch {
      for (const one of both) one.errors += 1
    }
    return pauseMs
  }
  async function visit(client: number): Promise<void> {
    for (let count = client; count < requests && performance.now() < end; count += clients) {
      const wait = Math.min(await once(firstTurn + count, client), end - performance.now())
      if (wait > 0) await pause(wait)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => visit(client)))
  const lasted = (performance.now() - started) / 1000
  await pool.destroy()
  return Object.fromEntries(Object.entries(samples).map(([kind, one]) => [kind, one.outcome(lasted)])) as Outcomes
}
