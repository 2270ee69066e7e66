// Writes a migration for changed tables, by drizzle-kit. Only the snapshot that the next one is generated from is kept.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { inRoot, root } from './repository.ts'

const DRIZZLE_KIT = inRoot('node_modules', 'drizzle-kit', 'bin.cjs')

execFileSync(process.execPath, [DRIZZLE_KIT, 'generate', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
const snapshots = readdirSync(inRoot('migrations', 'meta')).filter((name) => name.endsWith('_snapshot.json'))
const [newest = '', ...previous] = snapshots.sort().reverse()
for (const name of previous) rmSync(inRoot('migrations', 'meta', name))
// One line: the migration shows what has changed.
const file = inRoot('migrations', 'meta', newest)
writeFileSync(file, `${JSON.stringify(JSON.parse(readFileSync(file, 'utf8')))}\n`)
