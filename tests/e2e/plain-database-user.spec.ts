// The administrator's file makes an owner and a user who cannot change the schema: everything works as that user, and
// where a right is missing, the start and the doctor say how to give it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { startApp } from '../support/app/app-server.ts'
import { runMain } from '../support/app/main-process.ts'
import { adminUrl, createRoles } from '../support/database/administrator-roles.ts'
import { startPostgres } from '../support/database/postgres-server.ts'
import { newTenant, restOf, send } from '../support/network/http-client.ts'

test.setTimeout(240_000)

test('a plain database user migrates, serves, checks, backs up and restores', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'answerloom-plain-user-'))
  const postgres = await startPostgres()
  const admin = new pg.Client(postgres.url)
  await admin.connect()
  try {
    const addresses = await createRoles(await adminUrl(postgres, { superuser: false }))
    const withOwner = { DATABASE_URL: addresses.user, DATABASE_OWNER_URL: addresses.owner }
    const withoutOwner = { DATABASE_URL: addresses.user }
    const quiet = { LOG_LEVEL: 'warn', DATA_DIR: dataDir, SEMANTIC: 'off' }
    expect(await runMain(['migrate'], { ...quiet, ...withOwner })).toMatchObject({ code: 0 })
    const app = await startApp({ database: 'postgres', dataDir, env: withoutOwner })
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
    expect(healthy.stdout).toContain('the user cannot change the schema')
    const backup = path.join(dataDir, 'backup.zip')
    expect(await command(['backup', '--to', backup])).toMatchObject({ code: 0 })
    await app.stop()

    await admin.query('CREATE DATABASE empty OWNER answerloom_owner')
    const elsewhere = Object.fromEntries(
      Object.entries(withOwner).map(([name, url]) => [name, url.replace(/\/answerloom$/, '/empty')]),
    )
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
