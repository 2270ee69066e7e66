import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Tenant, type TestApp } from '../../tests/support/app/test-app.ts'
import { deleteExpiredKeys } from '../features/workspaces/server/idempotency/delete-expired-keys.job.ts'
import { type IdempotencyServices, runOnce } from '../features/workspaces/server/idempotency/run-once.ts'
import { inTransaction, jobContext } from '../features/workspaces/server/index.ts'
import { AppError } from '../kernel/app-error.ts'
import { newId } from '../kernel/ids.ts'
import { createSealedTexts } from '../platform/sealed-texts/index.ts'

let app: TestApp
let mine: Tenant
let other: Tenant

/** All nodes of an installation share a key. */
const ENV = { BILLING: 'off', SECRET_KEY: 'k'.repeat(32) }

beforeAll(async () => {
  app = await createTestApp(ENV)
  mine = await app.tenant('Mine')
  other = await app.tenant('Other')
})

const faq = (question: string) => ({ question, answer: 'An answer.' })

interface Reply {
  status: number
  body: { id?: string; secret?: string; error?: { code: string } }
  replayed: string | null
  retryAfter: string | null
}

async function send(path: string, key: string, body: object, { to = app, apiKey = mine.apiKey } = {}): Promise<Reply> {
  const headers = new Headers({ authorization: `Bearer ${apiKey}`, 'idempotency-key': key })
  if (!(body instanceof FormData)) headers.set('content-type', 'application/json')
  const response = await to.fetch(
    new Request(`http://localhost:3000/api/v1${path}`, {
      method: 'POST',
      headers,
      body: body instanceof FormData ? body : JSON.stringify(body),
    }),
  )
  return {
    status: response.status,
    body: (await response.json()) as Reply['body'],
    replayed: response.headers.get('idempotency-replayed'),
    retryAfter: response.headers.get('retry-after'),
  }
}
const refusal = ({ status, body }: Reply) => [status, body.error?.code]

async function countFaqs(question: string): Promise<number> {
  const rows = await app.rows(`select 1 from faqs where question = '${question}'`)
  return rows.length
}

describe('the same key', () => {
  it('replays the response of the same request, also from another node, and executes it once', async () => {
    const first = await send('/faqs', 'replay-1', faq('Replayed?'))
    expect([first.status, first.replayed]).toEqual([201, null])
    const again = await send('/faqs', 'replay-1', { answer: 'An answer.', question: 'Replayed?' })
    expect(again).toEqual({ ...first, replayed: 'true' })
    const node = await createTestApp(ENV, { db: app.core.db })
    expect(await send('/faqs', 'replay-1', faq('Replayed?'), { to: node })).toEqual({ ...first, replayed: 'true' })
    expect(await countFaqs('Replayed?')).toBe(1)
  })

  it('is equal when quoted as a structured field and when unquoted', async () => {
    const first = await send('/faqs', '"quoted-1"', faq('Quoted?'))
    expect(await send('/faqs', 'quoted-1', faq('Quoted?'))).toMatchObject({ replayed: 'true', body: first.body })
  })

  it('is refused for another payload and for another call', async () => {
    await send('/faqs', 'reused-1', faq('First use?'))
    const refused = [422, 'idempotency_key.reused']
    expect(refusal(await send('/faqs', 'reused-1', faq('Second use?')))).toEqual(refused)
    expect(refusal(await send('/faqs/archive-all', 'reused-1', {}))).toEqual(refused)
    expect(await countFaqs('Second use?')).toBe(0)
  })

  it('executes simultaneous requests once', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => send('/faqs', 'race-1', faq('At once?'))))
    const created = replies.filter(({ status, replayed }) => status === 201 && replayed === null)
    expect(created).toHaveLength(1)
    for (const reply of replies.filter((one) => one !== created[0]))
      expect(reply.replayed === 'true' || refusal(reply)[1] === 'idempotency_key.in_progress').toBe(true)
    expect(await countFaqs('At once?')).toBe(1)
  })

  it('belongs to one API key of one workspace', async () => {
    const first = await send('/faqs', 'scope-1', faq('Whose?'))
    const stranger = await send('/faqs', 'scope-1', faq('Whose?'), { apiKey: other.apiKey })
    expect([stranger.status, stranger.replayed]).toEqual([201, null])
    expect(stranger.body.id).not.toBe(first.body.id)
  })

  it('makes uploads repeatable, whose bodies differ by their boundary', async () => {
    const upload = () => {
      const form = new FormData()
      form.set('file', new File(['Repeatable.'], 'repeatable.txt'))
      return send('/documents', 'upload-1', form)
    }
    const first = await upload()
    expect(await upload()).toEqual({ ...first, replayed: 'true' })
    const other = new FormData()
    other.set('file', new File(['Another...'], 'repeatable.txt'))
    expect(refusal(await send('/documents', 'upload-1', other))).toEqual([422, 'idempotency_key.reused'])
  })

  it('can be used again after a refusal', async () => {
    expect((await send('/faqs', 'refused-1', faq(''))).status).toBe(400)
    expect((await send('/faqs', 'refused-1', faq('Corrected?'))).status).toBe(201)
  })

  it('must be short and printable', async () => {
    for (const key of ['', 'a b', '"open', 'x'.repeat(256)])
      expect(refusal(await send('/faqs', key, faq('Invalid?')))).toEqual([400, 'idempotency_key.invalid'])
    expect(await countFaqs('Invalid?')).toBe(0)
  })
})

const setRow = (key: string, set: string) =>
  app.rows(
    `update idempotency_keys set ${set} where request_hash in
     (select request_hash from idempotency_keys where key_hash = encode(sha256('${key}'), 'base64')
      or key_hash = rtrim(translate(encode(sha256('${key}'), 'base64'), '+/', '-_'), '=')) returning 1`,
  )

describe('a process that dies', () => {
  const unfinished = 'finished_at = null, response = null'

  it('keeps its key until its lease ends', async () => {
    await send('/faqs', 'lease-1', faq('Leased?'))
    expect(await setRow('lease-1', `${unfinished}, locked_until = now() + interval '1 minute'`)).toHaveLength(1)
    const reply = await send('/faqs', 'lease-1', faq('Leased?'))
    expect([...refusal(reply), reply.retryAfter]).toEqual([409, 'idempotency_key.in_progress', '1'])
  })

  it('leaves nothing before its commit, and the request is executed', async () => {
    await send('/faqs', 'early-1', faq('Died early?'))
    await app.rows(`delete from faqs where question = 'Died early?' returning 1`)
    await setRow('early-1', `${unfinished}, committed_at = null, locked_until = now()`)
    expect(await send('/faqs', 'early-1', faq('Died early?'))).toMatchObject({ status: 201, replayed: null })
    expect(await countFaqs('Died early?')).toBe(1)
  })

  it('prevents a second execution after its commit, and the retry reports that the response is unavailable', async () => {
    await send('/faqs', 'late-1', faq('Died late?'))
    await setRow('late-1', `${unfinished}, locked_until = now()`)
    const expected = [409, 'idempotency_key.response_unavailable']
    expect(refusal(await send('/faqs', 'late-1', faq('Died late?')))).toEqual(expected)
    expect(await countFaqs('Died late?')).toBe(1)
  })
})

describe('a request whose claim', () => {
  const services: IdempotencyServices = {
    sealed: createSealedTexts(['k'.repeat(32)]),
    limits: { key: async () => {}, admitsBytes: async () => true },
    report: () => {},
  }

  async function keyContext() {
    const [{ id } = { id: '' }] = (await app.rows(
      `select id from api_keys where workspace_id = '${mine.workspaceId}'`,
    )) as { id: string }[]
    return {
      ...jobContext(app.core.services, mine.workspaceId),
      actor: { kind: 'api_key' as const, id, name: 'Key' },
    }
  }

  it('was taken over can no longer commit', async () => {
    const context = await keyContext()
    const rename = () =>
      inTransaction(context, ({ tx }) =>
        tx.execute(`update workspaces set name = 'Zombie' where id = '${mine.workspaceId}'`),
      )
    const call = { key: 'zombie-1', call: 'test', input: {} }
    const abandoned = runOnce(context, services, {
      ...call,
      work: async () => {
        await app.rows(
          `update idempotency_keys set attempt = '${newId()}' where workspace_id = '${mine.workspaceId}' returning 1`,
        )
        await rename()
      },
    })
    await expect(abandoned).rejects.toMatchObject({ code: 'idempotency_key.in_progress' })
    const names = await app.rows(`select name from workspaces where id = '${mine.workspaceId}'`)
    expect(names).toEqual([{ name: 'Mine' }])
  })

  it('could not be given back at once is executed again long before the lease ends', async () => {
    const context = await keyContext()
    const call = { key: 'away-1', call: 'test', input: {} }
    await app.core.db.pool.query('revoke delete on idempotency_keys from answerloom_app')
    const failures: unknown[] = []
    const failed = runOnce(
      context,
      { ...services, report: (error) => failures.push(error) },
      {
        ...call,
        work: async () => {
          throw new AppError('unavailable', 'database.unavailable', 'The database is away.')
        },
      },
    )
    await expect(failed).rejects.toMatchObject({ code: 'database.unavailable' })
    expect(failures).toHaveLength(1)
    const again = () => runOnce(context, services, { ...call, work: async () => 'done' }).catch((error) => error.code)
    expect(await again()).toBe('idempotency_key.in_progress')
    await app.core.db.pool.query('grant delete on idempotency_keys to answerloom_app')
    await expect.poll(again, { timeout: 20_000, interval: 200 }).toEqual({ output: 'done', isReplayed: false })
  })
})

describe('a stored response', () => {
  it('hides secrets that are shown once, and replays them', async () => {
    const endpoint = { url: 'https://hooks.example.com/secret', events: ['faq.published'] }
    const first = await send('/webhooks', 'secret-1', endpoint)
    expect(first.body.secret).toMatch(/^whsec_/)
    expect(await send('/webhooks', 'secret-1', endpoint)).toEqual({ ...first, replayed: 'true' })
    const stored = JSON.stringify(await app.rows('select * from idempotency_keys'))
    expect(stored).not.toContain(first.body.secret)
    expect(stored).not.toContain('hooks.example.com')
  })

  it('is deleted after a day', async () => {
    await send('/faqs', 'old-1', faq('Yesterday?'))
    await setRow('old-1', `created_at = now() - interval '25 hours'`)
    expect(await send('/faqs', 'old-1', faq('Yesterday?'))).toMatchObject({ status: 201, replayed: null })
    await setRow('old-1', `created_at = now() - interval '25 hours'`)
    await deleteExpiredKeys(app.core.db)
    const old = `select 1 from idempotency_keys where created_at < now() - interval '1 day'`
    expect(await app.rows(old)).toHaveLength(0)
    expect(await app.rows('select 1 from idempotency_keys limit 1')).toHaveLength(1)
  })
})
