import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type AppServer, type DatabaseKind, startApp } from '../../tests/support/app/app-server.ts'
import { operator } from '../../tests/support/app/operator-command.ts'
import { fill } from '../bench/bench-faqs.ts'
import { vocabularyQuestions } from '../bench/questions.ts'
import type { BenchApp, BenchWorkspace } from '../bench/stage.ts'
import { mixedLoad, type Outcomes, type Visited } from './mixed-load.ts'

/** Takes a phase as soon as it was measured. */
export type ReportPhase = (phase: string, outcomes: Outcomes) => void

/** A kind of day that a server has to stand. */
export interface Profile {
  name: string
  says: string
  /** Databases to run on; both by default. */
  databases?: readonly DatabaseKind[]
  /** @returns what went wrong, a sentence each */
  run(o: ProfileOptions): Promise<string[]>
}

export interface ProfileOptions {
  database: DatabaseKind
  /** Length of a phase. */
  seconds: number
  report: ReportPhase
}

/** A server with one filled workspace. */
export interface LoadServer {
  app: AppServer
  bench: BenchApp
  workspace: BenchWorkspace
  visited: Visited
}

const FAQS = 1_000
const PASSWORD = 'woven-thread-7'

/** The server as the benchmarks' helpers take it. */
export const benchOf = (app: AppServer, database: DatabaseKind): BenchApp => ({
  url: app.url,
  database,
  pid: app.pid,
  sitePorts: [],
  async createWorkspace(name) {
    const email = `${name.toLowerCase().replaceAll(' ', '-')}@example.test`
    const words = ['--email', email, '--password', PASSWORD, '--name', name, '--free-access']
    return { ...(await operator(app, words)), email, password: PASSWORD }
  },
})

/** Starts a server with a workspace of 1,000 FAQs, warms it up, runs the work, and removes both. */
export async function withServer<Result>(
  { database, env = {} }: { database: DatabaseKind; env?: Record<string, string> },
  work: (server: LoadServer) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'load-'))
  const app = await startApp({ database, dataDir, env: { SEED_DEMO: 'off', LOG_LEVEL: 'error', ...env } })
  try {
    const bench = benchOf(app, database)
    const workspace = await bench.createWorkspace('Load')
    const asked = vocabularyQuestions(FAQS)
    await fill(bench, workspace, asked)
    const visited = { subdomain: workspace.subdomain, asked }
    // Every address of a visitor of its own, so that no limit is used up.
    const addressOf = (client: number) => `198.18.0.${client}`
    await mixedLoad({ url: app.url, visitedAt: () => visited, clients: 8, seconds: 2, pauseMs: 100, addressOf })
    return await work({ app, bench, workspace, visited })
  } finally {
    await app.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Allowed time under a strain: this multiple of the time without it, plus this much. */
const LASTING = 2
const NOISE_MS = 50
export const isSlower = (now: Outcomes, before: Outcomes): boolean => now.all.p95 > before.all.p95 * LASTING + NOISE_MS

/** The sentences whose condition holds. */
export const failures = (checks: readonly (readonly [boolean, string])[]): string[] =>
  checks.flatMap(([fails, sentence]) => (fails ? [sentence] : []))
