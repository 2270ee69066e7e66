import { describe, expect, it, vi } from 'vitest'
import { createTestApp, type Tenant } from '../../../../tests/support/app/test-app.ts'
import { knowledgeTenant, soon } from '../../../../tests/support/content/knowledge-tenant.ts'
import { docx } from '../../../../tests/support/files/office-files.ts'
import { pdf } from '../../../../tests/support/files/pdf-file.ts'
import { zipBomb } from '../../../../tests/support/files/zip-bomb.ts'
import { DOCUMENT_MAX_BYTES, type Source } from '../contract.ts'
import { documentFolder } from './document-folder.ts'
import { readDocumentJob } from './read-document.job.ts'

const app = await createTestApp({ BILLING: 'off' }, { work: true })

async function tenant() {
  const own = await knowledgeTenant(app)
  const upload = (name: string, bytes: Uint8Array | string) =>
    own.call<Source>('uploadDocument', { file: new File([bytes as never], name) })
  const state = (id: string) => own.call<{ source: Source; text: string | null }>('readSource', { id })
  const settled = (id: string) =>
    vi.waitFor(async () => {
      const read = await state(id)
      expect(['ready', 'failed']).toContain(read.source.state)
      return read
    }, soon)
  return { ...own, upload, state, settled }
}

const files = (owner: Tenant) => Array.fromAsync(app.core.storage.list(documentFolder(owner.workspaceId)))
const rows = async (table: string, where: string) => (await app.rows(`select 1 from ${table} where ${where}`)).length

describe('an uploaded document', () => {
  it('has one row in the ledger, becomes ready, answers with its page, and is deleted completely', async () => {
    const { owner, call, upload, settled, search } = await tenant()
    const source = await upload(
      '../care guide.pdf',
      pdf([
        ['# Care', 'Wool needs air.'],
        ['# Repair', 'Send torn hammocks to our workshop.'],
      ]),
    )
    expect(source).toMatchObject({ kind: 'document', title: 'care guide.pdf', state: 'queued', reason: null })
    const { source: ready, text } = await settled(source.id)
    expect(ready).toMatchObject({ state: 'ready', progress: 100, chunk_count: 2, reason: null })
    expect(text).toContain('Send torn hammocks to our workshop.')
    const [hit] = await search('Where do I send torn hammocks?')
    expect(hit).toMatchObject({
      kind: 'chunk',
      source_id: source.id,
      title: 'care guide.pdf · Repair (page 2)',
      url: expect.stringContaining(`/faq/woven/sources/care-guide-${source.id.slice(-8)}#s-1:~:text=Send%20torn`),
    })
    const [document] = await app.rows(`select * from documents where source_id = '${source.id}'`)
    expect(document).toMatchObject({ name: 'care guide.pdf', file_type: 'pdf', processed: true })
    expect((document as { file_path: string }).file_path).toMatch(
      new RegExp(`^documents/${owner.workspaceId}/[0-9a-f-]{36}\\.pdf$`),
    )

    expect(await call('deleteSource', { id: source.id })).toEqual({ deleted: true })
    expect(await rows('sources', `id = '${source.id}'`)).toBe(0)
    expect(await rows('documents', `source_id = '${source.id}'`)).toBe(0)
    expect(await rows('knowledge_chunks', `source_id = '${source.id}'`)).toBe(0)
    expect(await rows('search_entries', `source_id = '${source.id}'`)).toBe(0)
    expect(await search('torn hammocks')).toEqual([])
    await vi.waitFor(
      async () => expect(await files(owner)).not.toContain((document as { file_path: string }).file_path),
      soon,
    )
  })

  it('has a reason when it cannot be read; Retry reads it again, and others are unaffected', async () => {
    const { call, upload, settled } = await tenant()
    const scan = await upload('scan.pdf', pdf([[], []]))
    const picture = await upload('picture.docx', Buffer.from('89504e470d0a1a0a0000', 'hex'))
    const good = await upload('good.docx', docx([{ heading: 'Returns' }, { text: 'Within thirty days.' }]))
    expect((await settled(scan.id)).source).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/^No text was found/),
      chunk_count: 0,
    })
    expect((await settled(picture.id)).source).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/^This is a PNG image/),
    })
    expect((await settled(good.id)).source).toMatchObject({ state: 'ready', reason: null })
    expect(await call('retrySource', { id: scan.id })).toMatchObject({ state: 'queued', reason: null })
    expect((await settled(scan.id)).source.state).toBe('failed')
  })

  it('is accepted from an integration with a write key', async () => {
    const { owner } = await tenant()
    const send = (key: string) => {
      const body = new FormData()
      body.set('file', new File(['Sent by a program.'], 'program.txt'))
      const headers = { authorization: `Bearer ${key}` }
      return app.fetch(new Request('http://localhost/api/v1/documents', { method: 'POST', headers, body }))
    }
    const sent = await send(owner.apiKey)
    expect(sent.status).toBe(200)
    expect(await sent.json()).toMatchObject({ kind: 'document', title: 'program.txt', state: 'queued' })
    expect((await send(owner.readKey)).status).toBe(403)
  })

  it('is refused by name and size before it is stored', async () => {
    const { owner, upload } = await tenant()
    const kept = (await files(owner)).length
    await expect(upload('tool.exe', 'MZ')).rejects.toThrow(/This kind of file cannot be read\./)
    await expect(upload('none', 'x')).rejects.toThrow(/document\.type/)
    await expect(upload('empty.txt', '')).rejects.toThrow(/This file is empty\./)
    await expect(upload('large.txt', Buffer.alloc(DOCUMENT_MAX_BYTES + 1, 'a'))).rejects.toThrow(
      /This file is larger than 25 MB\./,
    )
    expect((await files(owner)).length).toBe(kept)
  })

  it.each([
    ['../../../etc/passwd.txt', 'passwd.txt'],
    ['..\\..\\windows\\win.txt', 'win.txt'],
    ['/etc/shadow.md', 'shadow.md'],
    ['a\u0000b\r\nset-cookie: x.txt', 'abset-cookie: x.txt'],
    ['....txt', '....txt'],
    [`${'long'.repeat(100)}.txt`, `${'long'.repeat(100).slice(0, 195)}….txt`],
    ['%2e%2e%2fup.txt', '%2e%2e%2fup.txt'],
    ['CON.txt', 'CON.txt'],
  ])('named %j is stored within its workspace under a generated name', async (given, shown) => {
    const { owner, upload, state } = await tenant()
    const before = new Set(await files(owner))
    const source = await upload(given, 'The kiln is fired on Fridays.')
    expect((await state(source.id)).source.title).toBe(shown)
    const kept = (await files(owner)).filter((key) => !before.has(key))
    expect(kept).toEqual([expect.stringMatching(/^[\w/-]+\.(?:txt|md)$/)])
    expect(kept[0]?.startsWith(documentFolder(owner.workspaceId))).toBe(true)
  })

  it('fails with a reason when it is malicious, without affecting other work', async () => {
    const { upload, settled, search } = await tenant()
    const zeros = Buffer.alloc(60 * 1024 * 1024)
    const bombs = await Promise.all([
      upload('bomb.docx', zipBomb('word/document.xml', zeros)),
      upload('liar.pptx', zipBomb('ppt/presentation.xml', zeros, 1_000)),
      upload('broken.pdf', `%PDF-1.7\n${'1 0 obj\n<</Kids[1 0 R]>>\nendobj\n'.repeat(1_000)}`),
    ])
    const good = await upload('good.txt', 'The kiln is fired on Fridays.')
    const ended = Promise.all(bombs.map(({ id }) => settled(id)))
    let over = false
    void ended.finally(() => {
      over = true
    })
    while (!over) expect(await search('nothing of this')).toEqual([])
    for (const { source } of await ended) {
      expect(source).toMatchObject({ state: 'failed', chunk_count: 0, reason: expect.stringMatching(/\w.*\.$/s) })
    }
    expect((await settled(good.id)).source).toMatchObject({ state: 'ready', chunk_count: 1 })
    expect(await search('kiln fired')).toHaveLength(1)
  })

  it('is read again once after its processing was interrupted', async () => {
    const { owner, upload, settled, state } = await tenant()
    const source = await upload('notes.md', '# Notes\n\nThe kiln is fired on Fridays.')
    await settled(source.id)
    const payload = { workspace_id: owner.workspaceId, source_id: source.id }
    const run = { signal: new AbortController().signal, attempt: 2, final: false, jobId: 'x' }
    const job = readDocumentJob(app.core.knowledge.services)
    // A second run of what is done does nothing.
    const { source: done } = await state(source.id)
    await job.handler(payload, run)
    expect((await state(source.id)).source).toEqual(done)
    await app.rows(`update sources set state = 'processing', progress = 15 where id = '${source.id}'`)
    await job.handler(payload, run)
    expect((await state(source.id)).source).toMatchObject({ state: 'ready', chunk_count: 1 })
    expect(await rows('knowledge_chunks', `source_id = '${source.id}'`)).toBe(1)
    // The file is gone for good: said, not tried for ever.
    await app.core.storage.deletePrefix(documentFolder(owner.workspaceId))
    await app.rows(`update sources set state = 'queued' where id = '${source.id}'`)
    await job.handler(payload, run)
    expect((await state(source.id)).source).toMatchObject({
      state: 'failed',
      reason: 'The file is no longer there. Upload it again.',
      chunk_count: 0,
    })
    expect(await rows('knowledge_chunks', `source_id = '${source.id}'`)).toBe(0)
  })

  it('has its own outcome when twenty are uploaded at the same time', async () => {
    const { upload, settled, search } = await tenant()
    const files = Array.from({ length: 20 }, (_, index): [string, Uint8Array | string] => {
      if (index % 5 === 1) return [`${index}.pdf`, '%PDF-1.7 and nothing more']
      if (index % 5 === 2)
        return [`${index}.docx`, docx([{ heading: `Part ${index}` }, { text: `Parcel${index} leaves at noon.` }])]
      if (index % 5 === 3) return [`${index}.pdf`, pdf([[`# Part ${index}`, `Parcel${index} leaves at noon.`]])]
      return [`${index}.md`, `# Part ${index}\n\nParcel${index} leaves at noon.`]
    })
    const uploaded = await Promise.all(files.map(([name, bytes]) => upload(name, bytes)))
    const outcomes = await Promise.all(uploaded.map(({ id }) => settled(id)))
    expect(outcomes.map(({ source }) => source.state)).toEqual(
      files.map((_, index) => (index % 5 === 1 ? 'failed' : 'ready')),
    )
    for (const index of [0, 2, 3, 19]) expect((await search(`Parcel${index}`))[0]?.source_id).toBe(uploaded[index]?.id)
  })

  it('is deleted with its workspace', async () => {
    const { owner, upload } = await tenant()
    await upload('notes.txt', 'Some notes.')
    expect((await files(owner)).length).toBeGreaterThan(0)
    const gone = await app.rpc(
      'workspaces/delete',
      { confirm_name: owner.name, password: owner.password },
      { cookie: owner.cookie, workspaceId: owner.workspaceId },
    )
    expect(gone.status).toBe(200)
    await vi.waitFor(async () => expect(await files(owner)).toEqual([]), soon)
  })
})

describe('a queued job', () => {
  it('is removed when its document or website is deleted', async () => {
    const idle = await createTestApp({ BILLING: 'off' })
    const { call } = await knowledgeTenant(idle)
    const waiting = async () => {
      const depth = await idle.core.jobs.depth()
      // Crawls of one workspace share a job: each waits as a run.
      const { rows } = await idle.core.db.pool.query<{ runs: number }>(
        "select count(*)::int as runs from website_runs where state = 'queued'",
      )
      return [depth['knowledge.read-document'], rows[0]?.runs]
    }
    // A tenant has a document and a website from the beginning.
    expect(await waiting()).toEqual([1, 1])
    const source = await call<Source>('uploadDocument', { file: new File(['x'], 'x.txt') })
    const website = await call<{ id: string }>('websites/add', { url: 'https://other.invalid' })
    expect(await waiting()).toEqual([2, 2])
    await call('deleteSource', { id: source.id })
    await call('websites/delete', { id: website.id })
    expect(await waiting()).toEqual([1, 1])
  })

  it('is removed when its workspace is deleted, unlike those of other workspaces', async () => {
    const idle = await createTestApp({ BILLING: 'off' })
    const [going, staying] = [await knowledgeTenant(idle), await knowledgeTenant(idle)]
    const waiting = async () => {
      const depth = await idle.core.jobs.depth()
      return [depth['knowledge.read-document'], depth['knowledge.crawl-website']]
    }
    expect(await waiting()).toEqual([2, 2])
    const { name, password, cookie, workspaceId } = going.owner
    const gone = await idle.rpc('workspaces/delete', { confirm_name: name, password }, { cookie, workspaceId })
    expect(gone.status).toBe(200)
    await vi.waitFor(async () => expect(await waiting()).toEqual([1, 1]), soon)
    const { rows } = await idle.core.db.pool.query<{ id: string }>(
      "select distinct data->>'workspace_id' as id from pgboss.job where state < 'active' and data ? 'workspace_id'",
    )
    expect(rows).toEqual([{ id: staying.owner.workspaceId }])
  })
})

describe('the content of a workspace', () => {
  it('is listed by source, searched, counted by type, and deleted', async () => {
    const { owner, call, upload, settled } = await tenant()
    const source = await upload('looms.txt', 'Looms are built of ash wood.')
    await settled(source.id)
    type List = { items: { source_type: string; source_id: string; source_name: string }[]; total: number }
    const all = await call<List>('content/list')
    // The tenant's own document may be read before or after this one.
    expect(all.items.find(({ source_id }) => source_id === source.id)).toMatchObject({
      source_type: 'document',
      source_name: 'looms.txt',
      chunk_count: 1,
    })
    expect(all.items.map(({ source_type }) => source_type)).toContain('faq')
    expect((await call<List>('content/list', { q: 'ash wood' })).items).toHaveLength(1)
    expect((await call<List>('content/list', { q: 'ash%wood' })).items).toEqual([])
    expect(
      (await call<List>('content/list', { source_type: 'faq' })).items.every(
        ({ source_type }) => source_type === 'faq',
      ),
    ).toBe(true)
    const stats = await call<{ total: number; types: { source_type: string; count: number }[] }>('content/stats')
    expect(stats.total).toBe(all.total)
    expect(stats.types.find(({ source_type }) => source_type === 'faq')).toEqual({ source_type: 'faq', count: 1 })
    // A FAQ's id is no source: nothing of it is touched here.
    expect(await call('content/delete', { ids: [source.id, owner.ids.faq] })).toEqual({ deleted: 1 })
    expect((await call<List>('content/list', { q: 'ash wood' })).items).toEqual([])
    expect((await call<List>('content/list')).total).toBe(all.total - 1)
  })
})
