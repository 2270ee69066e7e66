import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import { knowledgeTenant } from '../../../../tests/support/content/knowledge-tenant.ts'
import { SOURCES_SEARCH_MAX, type Source } from '../contract.ts'

const app = await createTestApp({ BILLING: 'off' })

async function tenant() {
  const own = await knowledgeTenant(app)
  const page = (input: object) => own.call<{ items: Source[]; next_cursor: string | null }>('sources', input)
  const found = async (input: object) => (await page(input)).items.map(({ title }) => title)
  const texts = (...items: { title: string; url?: string; content?: string }[]) =>
    own.call('createTexts', { items: items.map((item) => ({ content: 'Some text.', ...item })) })
  return { ...own, page, found, texts }
}

describe('searching the ledger', () => {
  it('matches titles and addresses in any case, newest first, and not the content', async () => {
    const { found, texts } = await tenant()
    await texts(
      { title: 'Caring for wool', url: 'https://woven.example/care' },
      { title: 'Prices', url: 'https://woven.example/WOOL/prices' },
      { title: 'Returns', content: 'Wool that was worn cannot be sent back.' },
    )
    expect(await found({ q: 'wool' })).toEqual(['Prices', 'Caring for wool'])
    expect(await found({ q: '  CARING for ' })).toEqual(['Caring for wool'])
    expect(await found({ q: 'woven.example/care' })).toEqual(['Caring for wool'])
    expect(await found({ q: 'zeppelin' })).toEqual([])
    expect(await found({ q: '   ' })).toEqual(await found({}))
  })

  it('uses the text literally: no wildcards, and spaces match their form in addresses', async () => {
    const { found, texts, rpc } = await tenant()
    await texts(
      { title: '100% wool', url: 'https://woven.example/k%C3%A4se' },
      { title: '100 blankets', url: 'https://woven.example/a_b' },
    )
    expect(await found({ q: '100%' })).toEqual(['100% wool'])
    expect(await found({ q: '_' })).toEqual(['100 blankets'])
    expect(await found({ q: 'Käse' })).toEqual(['100% wool'])
    expect(await found({ q: '\\' })).toEqual([])
    expect((await rpc('sources', { q: '\ud800' })).status).toBe(400)
    expect((await rpc('sources', { q: 'x'.repeat(SOURCES_SEARCH_MAX + 1) })).status).toBe(400)
  })

  it('can be combined with the other filters and stays within the workspace', async () => {
    const { found, texts } = await tenant()
    const other = await tenant()
    await texts({ title: 'Ours of wool' })
    await other.texts({ title: 'Theirs of wool' })
    expect(await found({ q: 'wool' })).toEqual(['Ours of wool'])
    expect(await found({ q: 'wool', kind: 'text' })).toEqual(['Ours of wool'])
    expect(await found({ q: 'wool', kind: 'website' })).toEqual([])
    expect(await found({ q: 'wool', state: 'failed' })).toEqual([])
  })

  it('returns 5,000 pages by cursor, each match once', async () => {
    const { owner, page } = await tenant()
    await app.rows(`insert into sources (workspace_id, id, kind, title, url, state, content)
      select '${owner.workspaceId}', ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'website',
        case when n % 50 = 0 then 'Wool ' else 'Page ' end || n, 'https://woven.example/' || n, 'ready', repeat('wool ', 200)
      from generate_series(1, 5000) n`)
    const titles: string[] = []
    let cursor: string | undefined
    do {
      const { items, next_cursor } = await page({ q: 'wool', limit: 30, cursor })
      titles.push(...items.map(({ title }) => title))
      cursor = next_cursor ?? undefined
    } while (cursor)
    expect(titles).toEqual(Array.from({ length: 100 }, (_, index) => `Wool ${5000 - index * 50}`))
  })
})
