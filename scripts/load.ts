// npm run load [-- PROFILE … --database pglite|postgres --seconds 15 --out FILE]: visitors on servers of their own on this
// machine, as on the days named in load/profiles.ts. Ends with 1 when a server does not stand one of them.
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { DatabaseKind } from '../tests/support/app/app-server.ts'
import { bareServerRate } from './bench/calibration.ts'
import { KINDS, type Outcomes } from './load/mixed-load.ts'
import { profiles } from './load/profiles.ts'
import { inRoot } from './repository.ts'

const { values, positionals } = parseArgs({
  options: { database: { type: 'string' }, seconds: { type: 'string', default: '15' }, out: { type: 'string' } },
  allowPositionals: true,
})
const seconds = Number(values.seconds)
if (!Number.isInteger(seconds) || seconds < 1 || seconds > 600)
  throw new Error('--seconds is a whole number from 1 to 600')
const DATABASES: DatabaseKind[] = ['pglite', 'postgres']
const databases = DATABASES.filter((kind) => values.database === undefined || values.database === kind)
if (databases.length === 0) throw new Error(`--database is ${DATABASES.join(' or ')}`)
const unknown = positionals.find((name) => !profiles.some((profile) => profile.name === name))
if (unknown) throw new Error(`There is no profile ${unknown}; there are ${profiles.map(({ name }) => name).join(', ')}`)
const chosen = profiles.filter(({ name }) => positionals.length === 0 || positionals.includes(name))

const WIDTHS = [12, 11, 9, 9, 9, 10, 9, 9, 8]
const line = (cells: string[]) =>
  cells.map((text, index) => (index === 0 ? text.padEnd(WIDTHS[0] ?? 0) : text.padStart(WIDTHS[index] ?? 0))).join('')
const ms = (time: number) => (Number.isNaN(time) ? '–' : time.toFixed(1))

function show(phase: string, outcomes: Outcomes): void {
  console.log(`\n${phase}`)
  console.log(line(['', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'answered', 'refused', 'limited', 'errors']))
  for (const kind of [...KINDS, 'all'] as const) {
    const { perSecond, p50, p95, p99, answered, refused, limited, errors } = outcomes[kind]
    if (answered + refused + limited + errors === 0) continue
    const counts = [answered, refused, limited, errors].map(String)
    console.log(line([kind, perSecond.toFixed(1), ms(p50), ms(p95), ms(p99), ...counts]))
  }
}

const built = spawnSync(process.execPath, [inRoot('scripts', 'build.mjs'), '--if-changed'], { stdio: 'inherit' })
if (built.status !== 0) process.exit(1)
const results: object[] = []
for (const database of databases) {
  for (const profile of chosen) {
    if (!(profile.databases ?? DATABASES).includes(database)) continue
    const bareServer = await bareServerRate()
    console.log(`\n${profile.name} (${database}): ${profile.says}`)
    console.log(`A bare server answers ${bareServer.toFixed(0)} requests per second here.`)
    const wrong = await profile.run({
      database,
      seconds,
      report(phase, outcomes) {
        show(phase, outcomes)
        results.push({ profile: profile.name, database, bareServer, phase, outcomes })
      },
    })
    for (const one of wrong) console.log(`\nFailed: ${one}`)
    if (wrong.length > 0) process.exitCode = 1
  }
}
if (values.out) await writeFile(values.out, `${JSON.stringify(results, null, 1)}\n`)
