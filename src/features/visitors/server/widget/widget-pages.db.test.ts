import { describe, expect, it } from 'vitest'
import { createTestApp, type Tenant } from '../../../../../tests/support/app/test-app.ts'
import { jobContext, visitorScope } from '../../../workspaces/server/index.ts'
import { listWidgetPages, recordWidgetPages, WIDGET_PAGES_MAX } from './widget-pages.ts'

const app = await createTestApp()
const mine = await app.tenant('Mine')
const other = await app.tenant('Other')

const MINUTE = 60_000
const contextOf = ({ workspaceId }: Tenant) => jobContext(app.core.services, workspaceId)
const record = (tenant: Tenant, pages: [string, number][]) =>
  recordWidgetPages(contextOf(tenant), new Map(pages.map(([url, minute]) => [url, new Date(minute * MINUTE)])))
const listed = async (tenant: Tenant) => (await listWidgetPages(contextOf(tenant))).items

describe('the pages that contain the widget', () => {
  it('are recorded once each, with the first and the last time', async () => {
    await record(mine, [['https://shop.example/a', 10]])
    await record(mine, [
      ['https://shop.example/a', 12],
      ['https://shop.example/b', 11],
    ])
    await record(mine, [['https://shop.example/a', 9]])
    expect(await listed(mine)).toEqual([
      {
        page_url: 'https://shop.example/a',
        first_seen_at: new Date(10 * MINUTE).toISOString(),
        last_seen_at: new Date(12 * MINUTE).toISOString(),
      },
      {
        page_url: 'https://shop.example/b',
        first_seen_at: new Date(11 * MINUTE).toISOString(),
        last_seen_at: new Date(11 * MINUTE).toISOString(),
      },
    ])
    expect(await listed(other)).toEqual([])
  })

  it('are limited to the newest ones, without affecting other workspaces', async () => {
    await record(other, [['https://other.example/', 1]])
    const pages = Array.from({ length: 30 }, (_, index): [string, number] => [
      `https://shop.example/${index}`,
      100 + index,
    ])
    await record(mine, pages.slice(0, 15))
    await record(mine, pages.slice(15))
    const kept = await listed(mine)
    expect(kept.map((page) => page.page_url)).toEqual(
      pages
        .slice(-WIDGET_PAGES_MAX)
        .map(([url]) => url)
        .reverse(),
    )
    expect(await app.rows(`select 1 from widget_pages where workspace_id = '${mine.workspaceId}'`)).toHaveLength(20)
    expect(await listed(other)).toHaveLength(1)
  })

  it('are reported to members live', async () => {
    const events: unknown[] = []
    const told = new Promise<void>((resolve) => {
      const off = app.core.events.on('widget.seen', (event) => {
        // Events of earlier tests may arrive late.
        if (event.workspace_id !== other.workspaceId) return
        events.push(event)
        off()
        resolve()
      })
    })
    await record(other, [['https://other.example/new', 2]])
    await told
    expect(events).toEqual([{ type: 'widget.seen', workspace_id: other.workspaceId }])
    const answer = await app.rpc(
      'visitors/widgetPages',
      {},
      { cookie: other.memberCookie, workspaceId: other.workspaceId },
    )
    expect(answer).toMatchObject({
      status: 200,
      body: { json: { items: [{ page_url: 'https://other.example/new' }, { page_url: 'https://other.example/' }] } },
    })
  })

  it('are deleted with the workspace', async () => {
    const gone = await app.tenant('Gone')
    await record(gone, [['https://gone.example/', 1]])
    await app.rpc(
      'workspaces/delete',
      { confirm_name: gone.name, password: gone.password },
      { cookie: gone.cookie, workspaceId: gone.workspaceId },
    )
    expect(await app.rows(`select 1 from widget_pages where workspace_id = '${gone.workspaceId}'`)).toEqual([])
    await expect(record(gone, [['https://gone.example/', 2]])).rejects.toThrow()
  })
})

describe('the allowed origins', () => {
  const replace = (origins: unknown, cookie = mine.cookie) =>
    app.rpc('workspaces/allowedOrigins/replace', { origins } as object, { cookie, workspaceId: mine.workspaceId })

  it('are stored as origins, each once', async () => {
    const answer = await replace(['Shop.example/path', 'https://shop.example', ' http://localhost:8080/ '])
    expect(answer).toMatchObject({
      status: 200,
      body: { json: { origins: ['https://shop.example', 'http://localhost:8080'] } },
    })
    const scope = await visitorScope(app.core.services, { workspace_id: mine.workspaceId })
    expect(scope?.allowedOrigins).toEqual(['https://shop.example', 'http://localhost:8080'])
    const seen = { cookie: mine.memberCookie, workspaceId: mine.workspaceId }
    expect(await app.rpc('workspaces/allowedOrigins/list', {}, seen)).toMatchObject({
      body: { json: { origins: ['https://shop.example', 'http://localhost:8080'] } },
    })
  })

  it('are refused with a reason when one is not a website, and then nothing changes', async () => {
    for (const wrong of [
      'shop',
      'javascript:alert(1)',
      'https://*.shop.example',
      "https://a.example; script-src 'unsafe-inline'",
    ])
      expect(await replace(['https://new.example', wrong])).toMatchObject({
        status: 400,
        body: {
          json: {
            data: { code: 'workspace.allowed_origin', details: { fields: [{ path: 'origins.1' }] } },
            message: expect.stringContaining('is not a website'),
          },
        },
      })
    expect((await replace(Array.from({ length: 51 }, (_, index) => `https://s${index}.example`))).status).toBe(400)
    const scope = await visitorScope(app.core.services, { workspace_id: mine.workspaceId })
    expect(scope?.allowedOrigins).toHaveLength(2)
  })

  it('allow every site when empty', async () => {
    expect((await replace([])).status).toBe(200)
    const scope = await visitorScope(app.core.services, { workspace_id: mine.workspaceId })
    expect(scope?.allowedOrigins).toEqual([])
  })
})
