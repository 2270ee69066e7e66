// Records a database of the present version: the first database that the next versions have to upgrade.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readMigrations } from '../../src/platform/db/migrate.ts'
import { startApp } from '../../tests/support/app/app-server.ts'
import { runMain } from '../../tests/support/app/main-process.ts'
import { operator } from '../../tests/support/app/operator-command.ts'
import { RECORDED_FAQ, RECORDED_OWNER, type RecordedDatabase } from '../../tests/support/content/recorded-database.ts'
import { restOf, send } from '../../tests/support/network/http-client.ts'

/** Writes `VERSION.jsonl.gz`, a backup, and `VERSION.json`, what a test needs to use it, into a folder. */
export async function recordDatabase(version: string, folder: string): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'recorded-database-'))
  const app = await startApp({ dataDir, env: { SEED_DEMO: 'off' } })
  try {
    const { email, password, name } = RECORDED_OWNER
    const words = ['--email', email, '--password', password, '--name', name, '--free-access']
    const { subdomain, api_key } = await operator(app, words)
    const post = async (at: string, body: object) => {
      const { status } = await restOf(app, { key: api_key })(at, { body })
      if (status >= 300) throw new Error(`${at} answered ${status}.`)
    }
    await post('/faqs', { ...RECORDED_FAQ, alternative_questions: ['Will my hammock be repaired?'] })
    await post('/faqs', { question: 'Do you ship abroad?', answer: 'Yes.', status: 'draft', category: 'Delivery' })
    await post('/texts', { items: [{ title: 'Care', content: '## Washing\n\nWash it by hand, at 30 degrees.' }] })
    for (const question of [RECORDED_FAQ.question, 'Which moon is the largest?'])
      await send(`${app.url}/api/public/ask`, { body: { subdomain, question } })
    const { code, stderr } = await runMain(['backup', '--to', path.join(folder, `${version}.jsonl.gz`)], app.env)
    if (code !== 0) throw new Error(stderr)
    const migrations = Object.fromEntries((await readMigrations()).map((migration) => [migration.name, migration.hash]))
    const recorded: RecordedDatabase = { subdomain, api_key, migrations }
    await writeFile(path.join(folder, `${version}.json`), `${JSON.stringify(recorded, null, 2)}\n`)
  } finally {
    await app.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
