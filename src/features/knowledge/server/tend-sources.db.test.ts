import { afterAll, describe, expect, it, vi } from 'vitest'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import { knowledgeTenant, soon } from '../../../../tests/support/content/knowledge-tenant.ts'
import { sitePage, startWebSite } from '../../../../tests/support/websites/web-site.ts'
import type { Source, Website, WebsiteRun } from '../contract.ts'
import { crawlWebsiteJob } from './crawl-website.job.ts'
import { INTERRUPTED } from './read-document.job.ts'
import { tendSourcesJob } from './tend-sources.job.ts'

const run = (options: { signal?: AbortSignal; final?: boolean } = {}) => ({
  signal: new AbortController().signal,
  attempt: 1,
  final: false,
  jobId: 'x',
  ...options,
})

/** A workspace in which nothing works by itself, and a website whose pass was broken off at its second page. */
async function interrupted() {
  const site = await startWebSite({})
  afterAll(() => site.close())
  const app = await createTestApp({ BILLING: 'off', OUTBOUND_ALLOW_HOSTS: site.host })
  const tenant = await knowledgeTenant(app)
  const killed = new AbortController()
  const text = (about: string) => `All there is to know about ${about} stands here, in words of its own.`
  site.pages.set('/', sitePage({ title: 'Start', text: text('looms'), links: ['/a', '/b'] }))
  site.pages.set('/a', () => {
    killed.abort(new Error('killed'))
    return sitePage({ title: 'A', text: text('apples') })
  })
  site.pages.set('/b', sitePage({ title: 'B', text: text('bread') }))
  const [first] = (await tenant.call<{ items: Website[] }>('websites/list')).items
  await tenant.call('websites/delete', { id: first?.id })
  const { id } = await tenant.call<Website>('websites/add', { url: site.url, scope: 'site' })
  const { services } = app.core.knowledge
  const payload = { workspace_id: tenant.owner.workspaceId }
  const broken = crawlWebsiteJob(services).handler(payload, run({ signal: killed.signal }))
  await expect(broken).rejects.toThrow()
  const states = async () => [...(await tenant.pages(id)).values()].map(({ state }) => state)
  expect(await states()).toContain('queued')
  const newest = async () => {
    const { items } = await tenant.call<{ items: WebsiteRun[] }>('websites/runs', { id })
    expect(items).toHaveLength(1)
    return items[0]
  }
  return { ...tenant, app, site, id, payload, states, newest, services }
}

describe('abandoned work', () => {
  it('ends with a reason for a document and a crawl without progress, with events for open screens', async () => {
    const { app, call, id, owner, states, newest, services, search, site } = await interrupted()
    const { ids } = owner
    const told = new Set<unknown>()
    app.core.events.on('source.changed', (event) => told.add(event.id ?? event.website_id))
    app.core.events.on('website.synced', (event) => told.add(event.website_id))
    const upload = () => call<Source>('uploadDocument', { file: new File(['x'], 'x.txt') })
    const [dead, alive] = [(await upload()).id, (await upload()).id]
    for (const [source, minutes] of [
      [dead, 16],
      [alive, 14],
    ] as const)
      await app.rows(
        `update sources set state = 'processing', progress = 15, updated_at = now() - interval '${minutes} minutes'
          where id = '${source}' returning 1`,
      )
    // The event of their creation may arrive late.
    await vi.waitFor(() => expect([...told]).toEqual(expect.arrayContaining([dead, alive])), soon)
    told.clear()
    const tend = () => tendSourcesJob(services).handler({}, run())

    const age = (minutes: number) =>
      app.rows(
        `update website_runs set updated_at = now() - interval '${minutes} minutes' where website_id = '${id}' returning 1`,
      )
    await age(89)
    await tend()
    expect(await newest()).toMatchObject({ state: 'running', ended_at: null })
    await age(91)
    await tend()
    expect(await newest()).toMatchObject({ state: 'failed', reason: INTERRUPTED, ended_at: expect.any(String) })
    expect(await states()).not.toContain('queued')
    const source = async (which: string) => (await call<{ source: Source }>('readSource', { id: which })).source
    expect(await source(dead)).toMatchObject({ state: 'failed', reason: INTERRUPTED, progress: 0 })
    expect(await source(alive)).toMatchObject({ state: 'processing', reason: null })
    expect(await source(ids.document)).toMatchObject({ state: 'queued' })
    await vi.waitFor(() => expect([...told]).toEqual(expect.arrayContaining([dead, id])), soon)
    expect(told).not.toContain(alive)

    // Existing content is still used for answers, and the next crawl reads the rest.
    expect((await search('looms'))[0]?.url?.split('#')[0]).toBe(`${site.url}/`)
    expect(await call<Source>('retrySource', { id: dead })).toMatchObject({ state: 'queued', reason: null })
  })

  it('leaves no page waiting after a crawl that failed for the last time', async () => {
    const { payload, states, newest, services } = await interrupted()
    const lost = { ...services }
    Object.defineProperty(lost, 'allowHosts', {
      get: () => {
        throw new Error('lost')
      },
    })
    await expect(crawlWebsiteJob(lost).handler(payload, run())).rejects.toThrow('lost')
    expect(await newest()).toMatchObject({ state: 'running' })
    expect(await states()).toContain('queued')
    await expect(crawlWebsiteJob(lost).handler(payload, run({ final: true }))).rejects.toThrow('lost')
    expect(await newest()).toMatchObject({ state: 'failed', reason: INTERRUPTED })
    expect(await states()).not.toContain('queued')
  })
})
