// npm run load [-- --database pglite|postgres --seconds 15 --clients 32 --crowd 1200 --faqs 1000 --at-once 200]: a mixed
// load of visitors on a server of its own on this machine. First as many as it serves at its leisure, then a crowd, then the
// first again: who is refused must be refused at once, and afterwards all must be as before. Ends with 1 when it is not.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type DatabaseKind, startApp } from '../tests/support/app/app-server.ts'
import { operator } from '../tests/support/app/operator-command.ts'
import { fill } from './bench/bench-faqs.ts'
import { vocabularyQuestions } from './bench/questions.ts'
import { KINDS, type Kind, mixedLoad, type Outcome } from './load/mixed-load.ts'
import { inRoot } from './repository.ts'

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'pglite' },
    seconds: { type: 'string', default: '15' },
    clients: { type: 'string', default: '32' },
    crowd: { type: 'string', default: '1200' },
    faqs: { type: 'string', default: '1000' },
    'at-once': { type: 'string', default: '200' },
  },
})
const whole = (name: keyof Omit<typeof values, 'database'>, most: number): number => {
  const number = Number(values[name])
  if (Number.isInteger(number) && number >= 1 && number <= most) return number
  throw new Error(`--${name} is a whole number from 1 to ${most}`)
}
const [seconds, clients, crowd, faqs, atOnce] = [
  whole('seconds', 600),
  whole('clients', 1_000),
  whole('crowd', 10_000),
  whole('faqs', 100_000),
  whole('at-once', 100_000),
]
if (values.database !== 'pglite' && values.database !== 'postgres') throw new Error('--database is pglite or postgres')
const database: DatabaseKind = values.database

/** Allowed waiting time after the crowd: this multiple of the time before it, plus this much. */
const LASTING = 2
const NOISE_MS = 50

const WIDTHS = [22, 11, 9, 9, 9, 10, 9, 8]
const line = (cells: string[]) =>
  cells.map((text, index) => (index === 0 ? text.padEnd(WIDTHS[0] ?? 0) : text.padStart(WIDTHS[index] ?? 0))).join('')
const ms = (time: number) => (Number.isNaN(time) ? '–' : time.toFixed(1))

function show(phase: string, outcomes: Record<Kind | 'all', Outcome>): void {
  console.log(`\n${phase}`)
  console.log(line(['', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'answered', 'refused', 'errors']))
  for (const kind of [...KINDS, 'all'] as const) {
    const { perSecond, p50, p95, p99, answered, refused, errors } = outcomes[kind]
    const counts = [answered, refused, errors].map(String)
    console.log(line([kind, perSecond.toFixed(0), ms(p50), ms(p95), ms(p99), ...counts]))
  }
}

const built = spawnSync(process.execPath, [inRoot('scripts', 'build.mjs'), '--if-changed'], { stdio: 'inherit' })
if (built.status !== 0) process.exit(1)
const dataDir = await mkdtemp(path.join(tmpdir(), 'load-'))
const app = await startApp({
  database,
  dataDir,
  env: { SEED_DEMO: 'off', LOG_LEVEL: 'error', MAX_REQUESTS: String(atOnce) },
})
try {
  const person = ['--email', 'load@example.test', '--password', 'woven-thread-7']
  const made = await operator(app, [...person, '--name', 'Load', '--free-access'])
  const questions = vocabularyQuestions(faqs)
  const workspace = { ...made, email: 'load@example.test', password: 'woven-thread-7' }
  await fill(
    { url: app.url, database, pid: app.pid, sitePorts: [], createWorkspace: async () => workspace },
    workspace,
    questions,
  )
  const visited = { url: app.url, subdomain: made.subdomain, questions }
  await mixedLoad(visited, { clients, seconds: 2 })

  console.log(`${faqs} FAQs on ${database}; ${seconds} s each; at most ${atOnce} requests at once`)
  const before = await mixedLoad(visited, { clients, seconds })
  show(`${clients} visitors`, before)
  const crowded = await mixedLoad(visited, { clients: crowd, seconds })
  show(`${crowd} visitors`, crowded)
  const after = await mixedLoad(visited, { clients, seconds })
  show(`${clients} visitors again`, after)

  const errors = before.all.errors + crowded.all.errors + after.all.errors
  const wrong = [
    errors > 0 && `${errors} requests were neither answered nor refused`,
    before.all.refused + after.all.refused > 0 && 'Visitors were refused though there was no crowd',
    after.all.p95 > before.all.p95 * LASTING + NOISE_MS && 'Visitors wait longer after the crowd than before it',
  ].filter((one) => one !== false)
  for (const one of wrong) console.log(`\n${one}`)
  if (wrong.length > 0) process.exitCode = 1
} finally {
  await app.stop()
  await rm(dataDir, { recursive: true, force: true })
}
