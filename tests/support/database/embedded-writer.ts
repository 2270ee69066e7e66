// A process for tests to kill: opens the data folder given and inserts rows, one per line on stdout once it is committed.
import { AppError } from '../../../src/kernel/app-error.ts'
import { openEmbedded } from '../../../src/platform/db/embedded/open.ts'

const [dataDir = '', first = '0'] = process.argv.slice(2)
try {
  const { pool } = await openEmbedded({ dataDir, timing: { tick: 20, checkpoint: 100 } })
  await pool.query('CREATE TABLE IF NOT EXISTS acknowledged (id int PRIMARY KEY, filler text)')
  for (let id = Number(first); ; id++) {
    await pool.query(`INSERT INTO acknowledged VALUES ($1, repeat('x', 2000))`, [id])
    process.stdout.write(`${id}\n`)
  }
} catch (error) {
  process.stdout.write(`refused ${error instanceof AppError ? `${error.code} ${error.message}` : error}\n`)
  process.exit(1)
}
