// Measures the speed of the server; HELP describes the command. Compare the lines of a table with each other, not tables of
// different times. A comparison measures shares of what a bare server does on the machine at the time.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { type AppServer, type DatabaseKind, startApp } from '../tests/support/app/app-server.ts'
import { SERVER } from '../tests/support/app/server-files.ts'
import { freePort } from '../tests/support/network/free-port.ts'
import { bareServerRate } from './bench/calibration.ts'
import { bestOf, type Line, regressions } from './bench/compare.ts'
import type { BenchWorkspace, Figure, Row, Stage, StageOptions } from './bench/stage.ts'
import { stages } from './bench/stages.ts'
import { inRoot, root } from './repository.ts'

const LIMIT_MS = 90 * 60_000
/** Shown of what the server said when a stage fails. */
const LOG_LINES = 8
const PASSWORD = 'woven-thread-7'

/** Asks the running server, through its operator command, for a workspace without limits. */
async function createWorkspace(app: AppServer, name: string): Promise<BenchWorkspace> {
  const email = `${name.toLowerCase().replace(/\W+/g, '-')}@example.test`
  const args = ['workspace:create', '--email', email, '--password', PASSWORD, '--name', name, '--free-access']
  const env = { ...process.env, ...app.env }
  const { stdout } = await promisify(execFile)(process.execPath, [SERVER, ...args], {
    cwd: root,
    env,
  })
  return { ...JSON.parse(stdout.trim().split('\n').at(-1) ?? ''), email, password: PASSWORD }
}

const milliseconds = (time: number) => (Number.isNaN(time) ? '–' : time.toFixed(2))

const HEAD = ['', 'per second', 'p50 ms', 'p95 ms', 'errors', 'ratio']
/** Lines are shown as they are measured, before it is known what else will stand in their columns. */
const WIDTHS = [46, 11, 8, 8, 7, 9]
const line = (cells: string[]): string =>
  cells
    .map((text, column) => (column === 0 ? text.padEnd(WIDTHS[0] ?? 0) : text.padStart(WIDTHS[column] ?? 0)))
    .join('')

const rowLine = ({ what, perSecond, p50, p95, errors, ratio }: Row): string =>
  line([what, perSecond.toFixed(0), milliseconds(p50), milliseconds(p95), String(errors), ratio.toFixed(2)])
const figureLine = ({ what, figure }: Figure): string => line([what, String(Math.round(figure * 1_000) / 1_000)])

/** Shows the lines of one stage; the first that is a rate brings the head of the columns. */
function reporter(): (row: Row | Figure) => void {
  let headed = false
  return (row) => {
    if ('figure' in row) return console.log(figureLine(row))
    if (!headed) console.log(line(HEAD))
    headed = true
    console.log(rowLine(row))
  }
}

/** Prints the cause as well: "fetch failed" alone explains nothing. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? [error.message, ...(error.cause ? [reasonOf(error.cause)] : [])].join(': ') : String(error)

/** Rejects when the work takes longer than a benchmark may. */
async function bounded<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const limit = setTimeout(() => reject(new Error(`Stopped after ${LIMIT_MS / 60_000} minutes`)), LIMIT_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(limit))
}

/** Runs the stages one after another on a server with a fresh database. @returns what was measured */
async function runOn(database: DatabaseKind, chosen: Stage[]): Promise<Line[]> {
  const lines: Line[] = []
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-'))
  const sitePorts = [await freePort(), await freePort(), await freePort()]
  const env = { OUTBOUND_ALLOW_HOSTS: sitePorts.map((port) => `127.0.0.1:${port}`).join(',') }
  const app = await startApp({ database, dataDir, env: { SEED_DEMO: 'on', ...env } })
  const benched = {
    url: app.url,
    database,
    pid: app.pid,
    sitePorts,
    siteFolder: values.site,
    options: sizes,
    createWorkspace: (name: string) => createWorkspace(app, name),
  }
  try {
    for (const stage of chosen) {
      console.log(`\n${stage.name}: ${stage.says} (${database})`)
      const show = reporter()
      try {
        const bareServer = await bareServerRate()
        const note = (row: Row | Figure) => {
          show(row)
          const { what } = row
          const measured = 'figure' in row ? { figure: row.figure } : { perSecond: row.perSecond }
          lines.push({ database, stage: stage.name, what, bareServer, ...measured })
        }
        await bounded(stage.run(benched, note))
      } catch (error) {
        process.exitCode = 1
        console.log(`${stage.name} failed: ${reasonOf(error)}`)
        console.log(app.logs().trimEnd().split('\n').slice(-LOG_LINES).join('\n'))
      }
    }
  } finally {
    await app.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return lines
}

/** Runs the chosen stages on each database that they are for. */
async function runAll(isChosen: (stage: Stage, database: DatabaseKind) => boolean): Promise<Line[]> {
  const lines: Line[] = []
  for (const database of KINDS) {
    const here = stages.filter((stage) => (stage.databases ?? KINDS).includes(database) && isChosen(stage, database))
    if (here.length > 0) lines.push(...(await runOn(database, here)))
  }
  return lines
}

/** A line is slower only if it is so in each run. */
const RUNS = 3

/** Measures again what a file has, and ends with 1 when something is slower. */
async function compareWith(file: string): Promise<void> {
  const before: Line[] = JSON.parse(await readFile(file, 'utf8'))
  const runs: Line[][] = []
  let slower = before
  while (runs.length < RUNS && slower.length > 0) {
    const again = slower
    runs.push(
      await runAll((stage, database) => again.some((one) => one.stage === stage.name && one.database === database)),
    )
    slower = regressions(before, bestOf(runs)).map(({ line }) => line)
  }
  const found = regressions(before, bestOf(runs))
  for (const { line, by } of found)
    console.log(`\n${line.stage} (${line.database}), ${line.what}: ${Math.round(by * 100)} % slower than before`)
  if (found.length > 0) process.exitCode = 1
  else console.log(`\nNone of ${before.length} lines is over 15 % slower than before.`)
}

const KINDS: DatabaseKind[] = ['pglite', 'postgres']
const HELP = `npm run bench [-- STAGE … --database pglite|postgres --site FOLDER --faqs N --workspaces N --requests N --out FILE]
  Runs the named stages on each database. --site is a folder of pages (.html) for resync. Without names, it runs all but
  those that take many minutes.
npm run bench -- compare FILE
  Measures again what a file of --out has. Ends with 1 when a line is over 15 % slower in each of three runs.

Stages:
${stages.map(({ name, says, onlyWhenNamed }) => `  ${name.padEnd(14)}${says}${onlyWhenNamed ? '; only when named' : ''}`).join('\n')}`
const { values, positionals } = parseArgs({
  options: {
    database: { type: 'string' },
    site: { type: 'string' },
    faqs: { type: 'string' },
    workspaces: { type: 'string' },
    requests: { type: 'string' },
    out: { type: 'string' },
    help: { type: 'boolean' },
  },
  allowPositionals: true,
})
if (values.help) {
  console.log(HELP)
  process.exit(0)
}
const sizes: StageOptions = {}
for (const name of ['faqs', 'workspaces', 'requests'] as const)
  if (values[name] !== undefined) sizes[name] = Number(values[name])
if (Object.values(sizes).some((size) => !Number.isSafeInteger(size) || size < 0))
  throw new Error('--faqs, --workspaces and --requests are whole numbers')
const kinds = KINDS.filter((kind) => values.database === undefined || values.database === kind)
if (kinds.length === 0) throw new Error(`--database is ${KINDS.join(' or ')}`)
const [first, file] = positionals
const isComparison = first === 'compare'
if (isComparison && !file) throw new Error('npm run bench -- compare FILE: the file that a run with --out has written')
const chosen = stages.filter(({ name, onlyWhenNamed }) =>
  positionals.length === 0 ? !onlyWhenNamed : positionals.includes(name),
)
if (!isComparison && chosen.length === 0)
  throw new Error(`No such benchmark; there are ${stages.map(({ name }) => name).join(', ')}`)
const built = spawnSync(process.execPath, [inRoot('scripts', 'build.mjs'), '--if-changed'], { stdio: 'inherit' })
if (built.status !== 0) process.exit(1)
if (isComparison) await compareWith(file ?? '')
else {
  const lines = await runAll((stage, database) => chosen.includes(stage) && kinds.includes(database))
  if (values.out) await writeFile(values.out, `${JSON.stringify(lines, null, 1)}\n`)
}
