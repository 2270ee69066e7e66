// The guide's own commands make a database user who may not create roles: everything works as that user, and where a
// right is missing, the start and the doctor say how to give it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { adminUrl, runGuide } from '../support/accounts/guide-roles.ts'
import { startApp } from '../support/app/app-server.ts'
import { runMain } from '../support/app/main-process.ts'
import { startPostgres } from '../support/database/postgres-server.ts'
import { newTenant, restOf, send } from '../support/network/http-client.ts'

test.setTimeout(240_000)

test('migrates, serves, is examined, backed up and restored', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'answerloom-plain-user-'))
  const postgres = await startPostgres()
  const admin = new pg.Client(postgres.url)
  await admin.connect()
  try {
    const env = { DATABASE_URL: await runGuide(await adminUrl(postgres, { superuser: false })) }
    const app = await startApp({ database: 'postgres', dataDir, env })
    const woven = await newTenant(app)
    const made = await restOf(app, woven)('/faqs', {
      body: { question: 'How is the loom oiled?', answer: 'With linseed.', status: 'published' },
    })
    expect(made.status).toBe(201)
    const answer = await send(`${app.url}/api/public/ask`, {
      body: { workspace_id: woven.workspaceId, question: 'How is the loom oiled?' },
    })
    expect(answer).toMatchObject({ status: 200, body: { outcome: 'answered' } })
    const command = (words: string[]) => runMain(words, { ...app.env, LOG_LEVEL: 'warn' })
    const healthy = await command(['doctor'])
    expect([healthy.code, healthy.stdout]).toEqual([0, expect.not.stringContaining('failed')])
    const backup = path.join(dataDir, 'backup.zip')
    expect(await command(['backup', '--to', backup])).toMatchObject({ code: 0 })
    await app.stop()

    await admin.query('CREATE DATABASE empty OWNER answerloom')
    const elsewhere = { ...env, DATABASE_URL: env.DATABASE_URL.replace(/\/answerloom$/, '/empty') }
    const emptyDir = path.join(dataDir, 'restored')
    expect(
      await runMain(['restore', '--from', backup], { ...elsewhere, DATA_DIR: emptyDir, LOG_LEVEL: 'warn' }),
    ).toMatchObject({ code: 0 })

    await admin.query('REVOKE answerloom_system FROM answerloom')
    const told = 'GRANT answerloom_system TO "answerloom"'
    const start = await runMain([], { ...app.env, LOG_LEVEL: 'warn' })
    expect([start.code, start.stderr]).toEqual([1, expect.stringContaining(told)])
    const examined = await command(['doctor'])
    expect([examined.code, examined.stdout]).toEqual([1, expect.stringMatching(`failed +database +.*\n${told}`)])
  } finally {
    await admin.end()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
