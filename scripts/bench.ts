// npm run bench [-- stage … --database pglite|postgres]: every stage on each database, or those named. Ratios measured in one run. Figures of one machine at one
// time: compare the lines of a table with each other, not tables.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { type AppServer, type DatabaseKind, startApp } from '../tests/support/app-server.ts'
import type { BenchWorkspace, Figure, Row, Stage } from './bench/stage.ts'
import { stages } from './bench/stages.ts'
import { inRoot, root } from './repository.ts'

const LIMIT_MS = 10 * 60_000
const PASSWORD = 'woven-thread-7'

/** Asks the running server, through its operator command, for a workspace without limits. */
async function createWorkspace(app: AppServer, name: string): Promise<BenchWorkspace> {
  const email = `${name.toLowerCase().replace(/\W+/g, '-')}@example.test`
  const args = ['workspace:create', '--email', email, '--password', PASSWORD, '--name', name, '--free-access']
  const env = { ...process.env, ...app.env }
  const { stdout } = await promisify(execFile)(process.execPath, [inRoot('src', 'main.ts'), ...args], {
    cwd: root,
    env,
  })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

const milliseconds = (time: number) => (Number.isNaN(time) ? '–' : time.toFixed(2))

const HEAD = ['', 'per second', 'p50 ms', 'p95 ms', 'errors', 'ratio']
const cellsOf = ({ what, perSecond, p50, p95, errors, ratio }: Row): string[] => [
  what,
  perSecond.toFixed(0),
  milliseconds(p50),
  milliseconds(p95),
  String(errors),
  ratio.toFixed(2),
]
const figureCells = ({ what, figure }: Figure): string[] => [what, String(Math.round(figure * 1_000) / 1_000)]

/** @returns the rows as text, columns aligned */
function table(rows: (Row | Figure)[]): string {
  const figures = rows.every((row) => 'figure' in row)
  const body = rows.map((row) => ('figure' in row ? figureCells(row) : cellsOf(row)))
  const all = figures ? body : [HEAD, ...body]
  const columns = Math.max(...all.map((line) => line.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...all.map((line) => line[column]?.length ?? 0)),
  )
  const pad = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  return all.map((line) => line.map(pad).join('  ')).join('\n')
}

/** Rejects when the work takes longer than a benchmark may. */
async function bounded<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const limit = setTimeout(() => reject(new Error(`Stopped after ${LIMIT_MS / 60_000} minutes`)), LIMIT_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(limit))
}

/** Runs the stages one after another on a server with a fresh database. */
async function runOn(database: DatabaseKind, chosen: Stage[]): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-'))
  const app = await startApp({ database, dataDir })
  const benched = { url: app.url, createWorkspace: (name: string) => createWorkspace(app, name) }
  try {
    for (const stage of chosen) {
      console.log(`\n${stage.name}: ${stage.says} (${database})`)
      try {
        console.log(table(await bounded(stage.run(benched))))
      } catch (error) {
        process.exitCode = 1
        console.log(`${stage.name} failed: ${error instanceof Error ? error.message : error}`)
      }
    }
  } finally {
    await app.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const KINDS: DatabaseKind[] = ['pglite', 'postgres']
const { values, positionals } = parseArgs({ options: { database: { type: 'string' } }, allowPositionals: true })
const kinds = KINDS.filter((kind) => values.database === undefined || values.database === kind)
if (kinds.length === 0) throw new Error(`--database is ${KINDS.join(' or ')}`)
const chosen = stages.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
if (chosen.length === 0) throw new Error(`No such benchmark; there are ${stages.map(({ name }) => name).join(', ')}`)
const built = spawnSync(process.execPath, [inRoot('scripts', 'build.mjs'), '--if-changed'], { stdio: 'inherit' })
if (built.status !== 0) process.exit(1)
for (const kind of kinds) await runOn(kind, chosen)
