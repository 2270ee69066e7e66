// Operator tasks: back up a running server, restore the backup elsewhere, run the doctor, and move files to a bucket.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { StandardRPCJsonSerializer, StandardRPCSerializer } from '@orpc/client/standard'
import { test as base, expect } from '@playwright/test'
import { type AppServer, type DatabaseKind, startApp } from '../support/app/app-server.ts'
import { runMain } from '../support/app/main-process.ts'
import { operator } from '../support/app/operator-command.ts'
import { startAppPostgres } from '../support/database/prepared-databases.ts'
import { call, restOf } from '../support/network/http-client.ts'
import { startS3Server } from '../support/storage/s3-server.ts'

type Place = { dataDir: string; env: Record<string, string> }

const test = base.extend<{ newPlace: () => Promise<Place> }, { database: DatabaseKind }>({
  database: ['pglite', { option: true, scope: 'worker' }],
  /** Data folders and databases that nothing has touched. */
  newPlace: async ({ database }, use) => {
    const ends: (() => Promise<unknown>)[] = []
    await use(async () => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'answerloom-operating-'))
      const postgres = database === 'postgres' ? await startAppPostgres() : null
      ends.push(async () => {
        await postgres?.stop()
        await rm(dataDir, { recursive: true, force: true })
      })
      return { dataDir, env: { DATA_DIR: dataDir, ...postgres?.env } }
    })
    for (const end of ends) await end()
  },
})

test.setTimeout(240_000)

/** Calls are written as the dashboard writes them. */
const serializer = new StandardRPCSerializer(new StandardRPCJsonSerializer())
const PASSWORD = 'woven-thread-7'
const OWNER = { email: 'owner@example.test', password: PASSWORD }
const owner = ['--email', OWNER.email, '--password', PASSWORD, '--name', 'Woven Goods', '--free-access']
const question = 'Do you mend hammocks?'

/** Runs a command that must work, and reads its last line. */
async function command(place: { env: Record<string, string> }, ...words: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runMain(words, place.env)
  expect(code, `${words.join(' ')}: ${stderr}`).toBe(0)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

async function askAbout(app: AppServer, subdomain: string): Promise<{ outcome: string; answer: string }> {
  const response = await fetch(`${app.url}/api/public/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ subdomain, question }),
  })
  return (await response.json()) as { outcome: string; answer: string }
}

test('a backup of a running server, restored elsewhere, answers, allows signing in and contains the files', async ({
  newPlace,
  database,
}) => {
  const [place, elsewhere] = [await newPlace(), await newPlace()]
  const app = await startApp({ database, dataDir: place.dataDir, env: place.env })
  const file = path.join(elsewhere.dataDir, '..', `${path.basename(elsewhere.dataDir)}.jsonl.gz`)
  try {
    const { api_key: key, subdomain } = await operator(app, owner)
    const faq = { question, answer: 'Send them to our workshop in spring.', status: 'published' }
    expect((await restOf(app, { key })('/faqs', { body: faq })).status).toBe(201)
    const before = await askAbout(app, subdomain)
    expect(before.outcome).toBe('answered')

    expect(await command(app, 'backup', '--to', file)).toMatchObject({ path: file, jobs: expect.any(Number) })
    expect((await readdir(path.dirname(file))).filter((name) => name.startsWith(path.basename(file)))).toEqual([
      path.basename(file),
    ])
    await app.stop()

    expect(await command(elsewhere, 'restore', '--from', file)).toMatchObject({ same_secret_key: false })
    const again = await runMain(['restore', '--from', file], elsewhere.env)
    expect(again).toMatchObject({ code: 1, stdout: '' })
    expect(again.stderr).toContain('is not empty')

    const restored = await startApp({ database, dataDir: elsewhere.dataDir, env: elsewhere.env })
    try {
      expect(await askAbout(restored, subdomain)).toMatchObject({ outcome: 'answered', answer: before.answer })
      expect((await restOf(restored, { key })('/faqs')).status).toBe(200)
      expect((await call(restored, 'accounts/signIn', OWNER)).cookie).not.toBe('')
    } finally {
      await restored.stop()
    }
  } finally {
    await app.stop()
    await rm(file, { force: true })
  }
})

test('the doctor checks every part, reports errors, and exits with 1 after an error', async ({
  newPlace,
  database,
}) => {
  const place = await newPlace()
  const app = await startApp({ database, dataDir: place.dataDir, env: place.env })
  try {
    const { code, stdout, stderr } = await runMain(['doctor'], app.env)
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' })
    for (const part of ['configuration', 'database', 'queue', 'storage', 'search index'])
      expect(stdout).toMatch(new RegExp(`^ok +${part} `, 'm'))
    for (const part of ['mail', 'language model', 'embeddings'])
      expect(stdout).toMatch(new RegExp(`^off +${part} `, 'm'))
  } finally {
    await app.stop()
  }
  const nobody = 'http://127.0.0.1:9'
  const broken = await runMain(['doctor'], {
    ...place.env,
    SMTP_URL: 'smtp://127.0.0.1:9',
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'none',
    AI_BASE_URL: nobody,
  })
  expect(broken.code, broken.stderr).toBe(1)
  expect(broken.stdout).toMatch(/^failed +mail +The mail server of SMTP_URL does not accept mails/m)
  expect(broken.stdout).toMatch(/^failed +language model /m)
  expect(broken.stdout).toMatch(/^ok +database /m)

  const away = await runMain(['doctor'], { ...place.env, DATABASE_URL: 'postgres://127.0.0.1:9/none' })
  expect(away.code, away.stderr).toBe(1)
  expect(away.stdout).toMatch(/^failed +database +The PostgreSQL server that DATABASE_URL names cannot be used/m)
  for (const part of ['configuration', 'storage']) expect(away.stdout).toMatch(new RegExp(`^ok +${part} `, 'm'))
  expect(away.stdout).toMatch(/^off +search index +not looked at: it needs the database$/m)
})

test("metrics, logs and traces report events without users' texts", async ({ newPlace, database }) => {
  const place = await newPlace()
  const traces: string[] = []
  const collector = createServer(async (req, res) => {
    traces.push(await text(req))
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const env = {
    ...place.env,
    LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  }
  const app = await startApp({ database, dataDir: place.dataDir, env })
  try {
    const { subdomain } = await operator(app, owner)
    await askAbout(app, subdomain)
    expect(
      (await fetch(`${app.url}/api/public/search?subdomain=${subdomain}&q=${encodeURIComponent(question)}`)).ok,
    ).toBe(true)
    await call(app, 'accounts/signIn', OWNER)
    const metrics = await (await fetch(`${app.url}/metrics`)).text()
    // Prometheus' text format: a comment, or a name with its labels and a number.
    for (const line of metrics.trimEnd().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? -?[\d.e+-]+)$/)
    expect(metrics).toMatch(/^http_\w+_count\{.*\} [1-9]/m)
    expect(metrics).toMatch(/^jobs_waiting\{/m)
    await app.stop()
    expect(traces.join()).toContain('"HTTP POST"')
    // The pattern of the route that answered, not of a later one that would have.
    expect(traces.join()).toContain('"stringValue":"/api/public/search"')
    for (const told of [metrics, app.logs(), traces.join()])
      for (const words of [question, encodeURIComponent(question), OWNER.email, PASSWORD, subdomain])
        expect(told).not.toContain(words)
    for (const line of app.logs().trim().split('\n'))
      if (line.startsWith('{'))
        expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), time: expect.any(String) })
  } finally {
    await app.stop()
    collector.closeAllConnections()
    await new Promise((resolve) => collector.close(resolve))
  }
})

test('files are moved to a bucket, and the server uses them there', async ({ newPlace, database }) => {
  const place = await newPlace()
  const s3 = await startS3Server()
  try {
    const app = await startApp({ database, dataDir: place.dataDir, env: place.env })
    const { workspace_id } = await operator(app, owner)
    const { cookie } = await call(app, 'accounts/signIn', OWNER)
    const form = serializer.serialize({ file: new File(['Hammocks are woven from cotton.'], 'care.txt') })
    const uploaded = await fetch(`${app.url}/api/rpc/knowledge/uploadDocument`, {
      method: 'POST',
      headers: { cookie, 'x-workspace-id': workspace_id },
      body: form as FormData,
    })
    expect(uploaded.status, await uploaded.clone().text()).toBe(200)
    const { json } = (await uploaded.json()) as { json: { id: string } }
    await app.stop()

    expect(await command({ env: { ...place.env, ...s3.env } }, 'files:move', '--to', 's3')).toMatchObject({
      unchanged: 0,
    })
    expect([...s3.files.keys()].filter((key) => key.startsWith(`documents/${workspace_id}/`))).toHaveLength(1)
    await rm(path.join(place.dataDir, 'files'), { recursive: true })

    const remote = await startApp({ database, dataDir: place.dataDir, env: { ...place.env, ...s3.env } })
    try {
      const download = `${remote.url}/files/workspaces/${workspace_id}/documents/${json.id}`
      const { cookie } = await call(remote, 'accounts/signIn', OWNER)
      const file = await fetch(download, { headers: { cookie } })
      expect(new URL(file.url).origin).toBe(s3.config.endpoint)
      expect(await file.text()).toBe('Hammocks are woven from cotton.')
      expect((await fetch(download, { redirect: 'manual' })).status).toBe(401)
    } finally {
      await remote.stop()
    }
  } finally {
    await s3.close()
  }
})
