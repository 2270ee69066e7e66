import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import { documentFolder } from '../../knowledge/server/index.ts'
import { archivePath } from '../contract.ts'
import { createArchiveFiles } from './archive-files.ts'
import { ARCHIVED_TABLES, LEFT_OUT } from './contents.ts'

const app = await createTestApp({ BILLING: 'off' })
const mine = await app.tenant('Woven')
const other = await app.tenant('Knitted')

const routes = () => {
  const { services, accounts, storage } = app.core
  return createArchiveFiles({ workspaces: services, auth: accounts.auth, storage }).onError((error, context) => {
    const { kind = 'unexpected' } = error as { kind?: string }
    return context.text(kind, 500)
  })
}
const download = (from: ReturnType<typeof routes>, workspaceId: string, cookie = '') =>
  from.request(archivePath(workspaceId), { headers: { cookie } })

async function unpacked(response: Response): Promise<Map<string, string>> {
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return new Map(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}
const rowsIn = (text: string | undefined): Record<string, unknown>[] =>
  (text ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('the archive', () => {
  it('lists every table of a workspace, or the reason to leave it out', async () => {
    const rows = (await app.rows(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'workspace_id'
         and table_name in (select tablename from pg_tables where schemaname = 'public') order by 1`,
    )) as { name: string }[]
    const known = [...ARCHIVED_TABLES.map(({ table }) => table), ...Object.keys(LEFT_OUT)]
    expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
  })

  it('contains every row of every table and the stored files, and nothing of another workspace', async () => {
    const content = Buffer.from([0, 1, 2, 255, 254])
    const key = `${documentFolder(mine.workspaceId)}scan.pdf`
    await app.core.storage.put(key, content, { contentType: 'application/pdf' })
    await app.rows(
      `insert into messages (workspace_id, id, conversation_id, question, answer, outcome)
       select '${mine.workspaceId}', gen_random_uuid(), gen_random_uuid(), 'question ' || n, 'Ä ✓', 'answered'
       from generate_series(1, 1200) n returning 1`,
    )
    const response = await download(routes(), mine.workspaceId, mine.cookie)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="answerloom-\d{4}-\d\d-\d\d\.zip"$/,
    )
    const files = await unpacked(response)
    for (const { file, table, key } of ARCHIVED_TABLES) {
      const [{ n } = { n: -1 }] = (await app.rows(
        `select count(*)::int as n from ${table} where workspace_id = '${mine.workspaceId}'`,
      )) as { n: number }[]
      const rows = rowsIn(files.get(`${file}.jsonl`))
      expect([file, rows.length]).toEqual([file, n])
      expect(new Set(rows.map((row) => row[key])).size).toBe(n)
    }
    expect(rowsIn(files.get('questions.jsonl'))).toContainEqual(
      expect.objectContaining({ question: 'question 1200', answer: 'Ä ✓' }),
    )
    expect(rowsIn(files.get('members.jsonl')).map(({ email }) => email)).toContain(mine.email)
    expect(JSON.parse(files.get('workspace.json') ?? '')).toMatchObject({ id: mine.workspaceId, name: 'Woven' })
    expect(files.get(`files/${key}`)).toBe(strFromU8(content))
    expect(files.get('README.txt')).toContain('faqs.jsonl')
    const all = [...files.values()].join('\n')
    for (const secret of [mine.apiKey, 'key_hash', 'password', other.workspaceId, other.email])
      expect(all).not.toContain(secret)
  })

  it('is available to the owners of the workspace only, and its download is in the audit log', async () => {
    const refused = async (cookie: string, id = mine.workspaceId) => {
      const response = await download(routes(), id, cookie)
      return [response.status, await response.text()]
    }
    expect(await refused('')).toEqual([500, 'unauthenticated'])
    expect(await refused(mine.memberCookie)).toEqual([500, 'forbidden'])
    expect(await refused(other.cookie)).toEqual([500, 'not_found'])
    expect(await refused(mine.cookie, 'nonsense')).toEqual([500, 'not_found'])
    const taken = `select 1 from audit_log where action = 'workspace.exported' and workspace_id = '${other.workspaceId}'`
    expect(await app.rows(taken)).toHaveLength(0)
    await unpacked(await download(routes(), other.workspaceId, other.cookie))
    expect(await app.rows(taken)).toHaveLength(1)
  })

  it('is created once at a time, and again after an interrupted download', async () => {
    const own = routes()
    const first = await download(own, mine.workspaceId, mine.cookie)
    expect(await (await download(own, mine.workspaceId, mine.cookie)).text()).toBe('conflict')
    await first.body?.cancel()
    await expect.poll(async () => (await download(own, mine.workspaceId, mine.cookie)).status).toBe(200)
  })
})
