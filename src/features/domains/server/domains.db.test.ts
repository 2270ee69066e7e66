import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type Tenant } from '../../../../tests/support/app/test-app.ts'
import { startDnsServer } from '../../../../tests/support/network/dns-server.ts'
import type { CustomDomain } from '../contract.ts'
import { checkDomainsJob } from './check-domains.job.ts'
import { createDomainDirectory } from './domain-directory.ts'
import { createHostGuard } from './host-guard.ts'

let domain: string
let domains = 0
const PUBLIC = { local: false, appUrl: new URL('https://answers.example') }

const dns = await startDnsServer()
const app = await createTestApp({ DNS_SERVERS: dns.address })
const mine = await app.tenant('Mine')
const other = await app.tenant('Other')
afterAll(() => dns.stop())
beforeEach(() => {
  dns.mode = 'answers'
  domains += 1
  domain = `help-${domains}.woven.example`
})

async function call(tenant: Tenant, verb: 'get' | 'set' | 'verify' | 'remove', input: object = {}) {
  const { cookie, workspaceId } = tenant
  const { status, body } = await app.rpc(`domains/${verb}`, input, { cookie, workspaceId })
  const { json } = body as { json: CustomDomain & { data?: { code: string; message: string } } }
  return { status, ...json, code: json.data?.code }
}
const set = (tenant: Tenant, custom_domain = domain) => call(tenant, 'set', { custom_domain })
/** Does at the name servers what the interface says. */
async function publishRecord(tenant: Tenant) {
  const { record } = await call(tenant, 'get')
  dns.set(record?.name ?? '', 'something else', record?.value ?? '')
}
const runJob = () =>
  checkDomainsJob(app.core.domains).handler(
    {},
    { signal: new AbortController().signal, attempt: 1, final: false, jobId: 'test' },
  )
const age = (tenant: Tenant, hours: number) =>
  app.rows(
    `update workspaces set custom_domain_since = now() - interval '${hours} hours',
       custom_domain_checked_at = now() - interval '${hours} hours' where id = '${tenant.workspaceId}' returning id`,
  )

describe('a domain', () => {
  it('waits for its record, is verified by it, and can be removed', async () => {
    await call(mine, 'remove')
    expect(await call(mine, 'get')).toMatchObject({ custom_domain: null, custom_domain_status: 'none', record: null })
    expect(await call(mine, 'verify')).toMatchObject({ status: 200, custom_domain_status: 'none' })
    const named = await set(mine, ` https://${domain.toUpperCase()}/ `)
    expect(named).toMatchObject({
      custom_domain: domain,
      custom_domain_status: 'pending',
      record: { name: `_answerloom.${domain}`, value: `answerloom-verification=${mine.workspaceId}` },
      problem: null,
      checked_at: null,
    })
    const early = await call(mine, 'verify')
    expect(early).toMatchObject({ status: 200, custom_domain_status: 'pending', checked_at: expect.any(String) })
    expect(early.problem).toBe(
      `The TXT record for ${domain} was not found yet. New records can take some hours to appear.`,
    )
    await publishRecord(mine)
    expect(await call(mine, 'verify')).toMatchObject({ custom_domain_status: 'verified', problem: null })
    expect(await set(mine)).toMatchObject({ custom_domain_status: 'verified' })
    expect(await call(mine, 'remove')).toMatchObject({ custom_domain: null, custom_domain_status: 'none' })
  })

  it.each([
    'not a domain',
    'javascript:alert(1)',
    '127.0.0.1',
    'localhost',
    `${'a'.repeat(70)}.example`,
    'x'.repeat(400),
  ])('is refused as %j', async (text) => {
    const before = await call(mine, 'get')
    expect((await set(mine, text)).status).toBe(400)
    expect(await call(mine, 'get')).toEqual(before)
  })

  it('does not count as missing while the name servers do not respond', async () => {
    await set(mine)
    await publishRecord(mine)
    await call(mine, 'verify')
    await age(mine, 1_000)
    dns.mode = 'fails'
    expect(await call(mine, 'verify')).toMatchObject({
      custom_domain_status: 'verified',
      problem: `The name servers of ${domain} did not answer. The check is repeated automatically.`,
    })
  })
})

describe('one domain, two workspaces', () => {
  it('is assigned to the workspace that verifies it, and cannot be taken from it', async () => {
    await set(mine)
    await set(other)
    await publishRecord(other)
    expect(await call(mine, 'verify')).toMatchObject({ custom_domain_status: 'pending' })
    expect(await call(other, 'verify')).toMatchObject({ custom_domain_status: 'verified' })
    // Even with a record for both.
    const records = [await call(mine, 'get'), await call(other, 'get')].map(({ record }) => record?.value ?? '')
    dns.set(`_answerloom.${domain}`, ...records)
    expect(await call(mine, 'verify')).toMatchObject({ status: 409, code: 'domain.taken' })
    expect(await call(mine, 'get')).toMatchObject({ custom_domain_status: 'pending' })
    await call(mine, 'remove')
    expect(await set(mine)).toMatchObject({ status: 409, code: 'domain.taken' })
  })

  it('is assigned to one of two workspaces that check at the same time', async () => {
    await set(mine)
    await set(other)
    const records = [await call(mine, 'get'), await call(other, 'get')].map(({ record }) => record?.value ?? '')
    dns.set(`_answerloom.${domain}`, ...records)
    const statuses = (await Promise.all([call(mine, 'verify'), call(other, 'verify')])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
  })
})

describe('the domain check job', () => {
  it('verifies pending domains, and removes those that were missing for three days', async () => {
    await set(mine)
    await publishRecord(mine)
    await runJob()
    expect(await call(mine, 'get')).toMatchObject({ custom_domain_status: 'verified' })
    dns.set(`_answerloom.${domain}`)
    await age(mine, 20)
    await runJob()
    expect(await call(mine, 'get')).toMatchObject({ custom_domain_status: 'verified', problem: expect.any(String) })
    await age(mine, 80)
    await runJob()
    expect(await call(mine, 'get')).toMatchObject({ custom_domain_status: 'failed' })
  })

  it('skips domains that were checked a moment ago', async () => {
    await set(mine)
    await publishRecord(mine)
    await call(mine, 'verify')
    dns.asked.length = 0
    await runJob()
    expect(dns.asked).not.toContain(`_answerloom.${domain}`)
  })
})

it('a directory finds verified domains only, and drops them on invalidation', async () => {
  const directory = createDomainDirectory(app.core.services, PUBLIC)
  await set(mine)
  expect(await directory.find(domain)).toBeNull()
  await publishRecord(mine)
  await call(mine, 'verify')
  expect(directory.peek(`${domain}:8443`)).toBeNull()
  directory.flush()
  expect(directory.peek(domain)).toBeUndefined()
  const [row] = (await app.rows(`select subdomain from workspaces where id = '${mine.workspaceId}'`)) as {
    subdomain: string
  }[]
  expect(await directory.find(`${domain.toUpperCase()}:8443`)).toBe(row?.subdomain)
  for (const own of ['answers.example', 'localhost:3000', '127.0.0.1', '[::1]:3000', '', 'a b.example', 'a@b.example'])
    expect(directory.peek(own)).toBeNull()
})

describe('a directory queried for unknown hosts', () => {
  it('keeps the known domains', async () => {
    const directory = createDomainDirectory(app.core.services, PUBLIC)
    await set(mine)
    await publishRecord(mine)
    await call(mine, 'verify')
    const subdomain = await directory.find(domain)
    expect(subdomain).not.toBeNull()
    const strangers = Array.from({ length: 6_000 }, (_, n) => `stranger-${n}.example`)
    expect(new Set(await Promise.all(strangers.map((host) => directory.find(host))))).toEqual(new Set([null]))
    expect(directory.peek(domain)).toBe(subdomain)
    expect(directory.peek('stranger-0.example'), 'the oldest stranger is forgotten').toBeUndefined()
    expect(directory.peek('stranger-5999.example')).toBeNull()
  })

  it('invalidates the domain of the changed workspace only', async () => {
    const directory = createDomainDirectory(app.core.services, PUBLIC)
    await set(mine)
    await publishRecord(mine)
    await call(mine, 'verify')
    const subdomain = await directory.find(domain)
    await directory.find('stranger.example')
    directory.drop(other.workspaceId)
    expect(directory.peek(domain)).toBe(subdomain)
    expect(directory.peek('stranger.example'), 'it may be the changed workspace’s').toBeUndefined()
    directory.drop(mine.workspaceId)
    expect(directory.peek(domain)).toBeUndefined()
  })
})

describe('the accepted hosts of an instance', () => {
  const admits = (options: { local: boolean; appUrl: URL }, headers: Record<string, string>) =>
    createHostGuard(
      { trustProxy: ['127.0.0.0/8'], ...options },
      createDomainDirectory(app.core.services, options),
    )({
      headers,
      socket: { remoteAddress: '127.0.0.1' },
    })
  const LOCAL = { local: true, appUrl: new URL('http://localhost:3000') }

  it("are its own and the workspaces' domains on a local instance", async () => {
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000', 'demo.localhost:3000', 'LOCALHOST.'])
      expect(admits(LOCAL, { host }), host).toBe(true)
    for (const host of ['evil.example', '192.0.2.7:3000', '0.0.0.0:3000', 'intranet', 'localhost.evil.example', domain])
      expect(await admits(LOCAL, { host }), host).toBe(false)
    await set(mine)
    expect(await admits(LOCAL, { host: `${domain}:3000` })).toBe(true)
    await call(mine, 'remove')
    expect(await admits(LOCAL, { host: domain })).toBe(false)
  })

  it('require both names to be known when a proxy forwards another one', async () => {
    expect(await admits(LOCAL, { host: 'evil.example', 'x-forwarded-host': 'localhost' })).toBe(false)
    expect(await admits(LOCAL, { host: 'localhost', 'x-forwarded-host': 'evil.example' })).toBe(false)
    expect(await admits(LOCAL, { host: 'localhost', 'x-forwarded-host': 'demo.localhost' })).toBe(true)
  })

  it('are all hosts on a public instance', () => expect(admits(PUBLIC, { host: 'evil.example' })).toBe(true))
})
