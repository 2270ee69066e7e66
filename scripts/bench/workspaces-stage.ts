// Ten thousand workspaces on one PostgreSQL with the settings of a real one. The ratio is to the same request of one workspace alone.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type AppServer, startApp } from '../../tests/support/app/app-server.ts'
import { operator } from '../../tests/support/app/operator-command.ts'
import { SERVER } from '../../tests/support/app/server-files.ts'
import { startPostgres } from '../../tests/support/database/postgres-server.ts'
import { whileWriting } from './bench-faqs.ts'
import { cpuOfFamily, cpuOfProcess } from './cpu-time.ts'
import { measure } from './load.ts'
import type { BenchRequest } from './measurement.ts'
import { memoryOf } from './memory.ts'
import { vocabularyQuestions } from './questions.ts'
import { untilQuiet } from './settle.ts'
import { makeShops, type Shop, type ShopSizes, skewed } from './shops.ts'
import type { BenchApp, BenchWorkspace, Report, Stage } from './stage.ts'

/** The busiest first: how many workspaces of how many FAQs. */
const SIZES: ShopSizes = [
  { workspaces: 50, faqs: 1_000 },
  { workspaces: 950, faqs: 60 },
  { workspaces: 9_000, faqs: 10 },
]
const REQUESTS = 20_000
const SECONDS = 6
/** Warms up until busy workspaces are in the memory index, as after a while of normal load. */
const WARM_UP_SECONDS = 10
const WARM_UP_CONNECTIONS = 8
const MIX_CONNECTIONS = 16
const MIX_SECONDS = 15
/** Share of each request type, per 100 requests. */
const MIX = { page: 40, search: 40, ask: 20 } as const
type Kind = keyof typeof MIX
const KINDS = Object.keys(MIX) as Kind[]

/** Nothing of what makes a database durable is off, as it is for the tests. */
const SETTINGS = [
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'shared_buffers=1GB',
  'max_wal_size=4GB',
  'maintenance_work_mem=256MB',
]

function requestOf(kind: Kind, { subdomain, asked }: Shop, turn: number): BenchRequest {
  const question = asked[turn % asked.length] ?? ''
  if (kind === 'page') return { path: `/faq/${subdomain}` }
  if (kind === 'ask') return { path: '/api/public/ask', body: { subdomain, question } }
  return { path: `/api/public/search?subdomain=${subdomain}&q=${encodeURIComponent(question)}` }
}

const SPREADS = ['one workspace', 'skewed', 'each in turn'] as const
type Spread = (typeof SPREADS)[number]

function requestsOf(shops: Shop[], spread: Spread, kindAt: (turn: number) => Kind): BenchRequest[] {
  const rank = skewed(shops.length)
  const rankAt = (turn: number) => (spread === 'skewed' ? rank() : spread === 'one workspace' ? 0 : turn % shops.length)
  return Array.from({ length: REQUESTS }, (_, turn) => requestOf(kindAt(turn), shops[rankAt(turn)]!, turn))
}

type Cpu = { server: number; database: number }

async function measureAll(
  app: BenchApp,
  cpu: () => Cpu,
  options: { shops: Shop[]; first: BenchWorkspace },
  report: Report,
) {
  const { shops, first } = options
  /** The row of a load, and what one of its requests cost both. */
  async function add(what: string, requests: BenchRequest[], connections: number, seconds: number, reference?: number) {
    await measure({ url: app.url, requests, connections: WARM_UP_CONNECTIONS, seconds: WARM_UP_SECONDS })
    await untilQuiet(app.url)
    const before = cpu()
    // From the other end: who is asked much is known by now, who is asked little is not.
    const measured = await measure({ url: app.url, requests: requests.toReversed(), connections, seconds })
    const after = cpu()
    report({ what, ...measured, ratio: measured.p95 / (reference ?? measured.p95) })
    const each = 1000 / (measured.perSecond * seconds)
    report({ what: `  server, ms of a core each`, figure: (after.server - before.server) * each })
    report({ what: `  PostgreSQL, ms of a core each`, figure: (after.database - before.database) * each })
    return measured.p95
  }
  for (const kind of KINDS) {
    let reference: number | undefined
    // Requests that no cache contains yet: pages and indexes, not answers.
    for (const spread of kind === 'ask' ? SPREADS.slice(0, 2) : SPREADS) {
      const requests = requestsOf(shops, spread, () => kind)
      const p95 = await add(`${kind}, ${spread}`, requests, 1, SECONDS, reference)
      reference ??= p95
    }
  }
  const mix = requestsOf(shops, 'skewed', (turn) => {
    const position = (turn * 37) % 100
    return position < MIX.page ? 'page' : position < MIX.page + MIX.search ? 'search' : 'ask'
  })
  const alone = await add(`mix, skewed, ${MIX_CONNECTIONS} at a time`, mix, MIX_CONNECTIONS, MIX_SECONDS)
  await whileWriting(app, first, vocabularyQuestions(100), () =>
    add('  the same while the first is edited', mix, MIX_CONNECTIONS, MIX_SECONDS, alone),
  )
}

/** Runs an operator command on the running server. @returns the seconds it took */
async function timed(app: AppServer, ...words: string[]): Promise<number> {
  const began = performance.now()
  const { PATH, HOME, TMPDIR } = process.env
  await promisify(execFile)(process.execPath, [SERVER, ...words], { env: { PATH, HOME, TMPDIR, ...app.env } })
  return (performance.now() - began) / 1000
}

async function reportSizes(app: AppServer, databaseUrl: string, dataDir: string, report: Report): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<Record<'bytes' | 'postings' | 'entries' | 'shops' | 'asked' | 'kept', number>>(
    `select pg_database_size(current_database())::float8 as bytes, (select count(*)::int from messages) as asked,
       (pg_total_relation_size('messages') + pg_total_relation_size('message_sources'))::float8 as kept, (select count(*)::int from postings) as postings,
       (select count(*)::int from search_entries) as entries, (select count(*)::int from workspaces) as shops`,
  )
  await client.end()
  const [size] = rows
  report({ what: 'workspaces', figure: size?.shops ?? Number.NaN })
  report({ what: 'entries of the index', figure: size?.entries ?? Number.NaN })
  report({ what: 'postings', figure: size?.postings ?? Number.NaN })
  report({ what: 'database, MB', figure: (size?.bytes ?? Number.NaN) / 2 ** 20 })
  report({ what: 'questions that were asked', figure: size?.asked ?? Number.NaN })
  report({ what: 'of the database for them, MB', figure: (size?.kept ?? Number.NaN) / 2 ** 20 })
  report({ what: 'memory of the server, MB', figure: memoryOf(app.pid) })
  report({ what: 'doctor, s', figure: await timed(app, 'doctor') })
  const file = path.join(dataDir, 'backup.jsonl.gz')
  report({ what: 'backup, s', figure: await timed(app, 'backup', '--to', file) })
  report({ what: 'backup, MB', figure: (await stat(file)).size / 2 ** 20 })
}

/** The number of the process that the others of a PostgreSQL are children of. */
async function postmasterOf(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ text: string }>(`select pg_read_file('postmaster.pid') as text`)
  await client.end()
  return Number.parseInt(rows[0]?.text ?? '', 10)
}

export const workspacesStage: Stage = {
  name: 'workspaces',
  says: `${SIZES.map(({ workspaces, faqs }) => `${workspaces} workspaces of ${faqs} FAQs`).join(', ')}`,
  databases: ['postgres'],
  onlyWhenNamed: true,
  async run(_app, report) {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-workspaces-'))
    const postgres = await startPostgres({ settings: SETTINGS })
    let server: AppServer | undefined
    try {
      const env = { DATABASE_URL: postgres.url, SEED_DEMO: 'off', LOG_LEVEL: 'error' }
      const app = await startApp({ database: 'postgres', dataDir, env })
      server = app
      const password = 'woven-thread-7'
      const createWorkspace = async (name: string) => {
        const email = `${name.toLowerCase().replaceAll(' ', '-')}@example.test`
        const words = ['--email', email, '--password', password, '--name', name, '--free-access']
        return { ...(await operator(app, words)), email, password }
      }
      const bench: BenchApp = { url: app.url, database: 'postgres', pid: app.pid, sitePorts: [], createWorkspace }
      const made = await makeShops(bench, postgres.url, SIZES)
      const postmaster = await postmasterOf(postgres.url)
      const cpu = () => ({ server: cpuOfProcess(app.pid), database: cpuOfFamily(postmaster) })
      await measureAll(bench, cpu, made, report)
      await reportSizes(app, postgres.url, dataDir, report)
    } finally {
      await server?.stop()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}
