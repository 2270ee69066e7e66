// A tenant whose sources are worked with through the product's own procedures.
import { expect, vi } from 'vitest'
import { searchContent } from '../../../src/features/answering/server/content/search-content.ts'
import type { Source, Website, WebsiteRun } from '../../../src/features/knowledge/contract.ts'
import { visitorContext } from '../../../src/features/workspaces/server/index.ts'
import type { TestApp } from '../app/test-app.ts'

/** Reading takes a moment, on a machine that does other things too. */
export const soon = { timeout: 50_000, interval: 100 }

export async function knowledgeTenant(app: TestApp) {
  const owner = await app.tenant('Woven')
  const { cookie, workspaceId } = owner
  const rpc = (procedure: string, input: object = {}): ReturnType<TestApp['rpc']> =>
    app.rpc(`knowledge/${procedure}`, input, { cookie, workspaceId })
  /** @throws Error with the answer when it is refused */
  const call = async <T>(procedure: string, input: object = {}): Promise<T> => {
    const answer = await rpc(procedure, input)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return (answer.body as { json: T }).json
  }
  /** Waits for the end of the newest of so many passes. */
  const ended = (id: string, runs = 1): Promise<WebsiteRun> =>
    vi.waitFor(async () => {
      const { items } = await call<{ items: WebsiteRun[] }>('websites/runs', { id })
      expect(items).toHaveLength(runs)
      const [newest] = items
      if (!newest?.ended_at) throw new Error('the pass has not ended')
      return newest
    }, soon)
  return {
    owner,
    rpc,
    call,
    ended,
    /** Adds a website and waits for its first pass. */
    read: async (url: string, scope = 'site') => {
      const { id } = await call<Website>('websites/add', { url, scope })
      return { id, run: await ended(id) }
    },
    /** Reads it once more and waits; `runs` is how many passes there are then. */
    again: async (id: string, runs: number) => {
      await call('websites/sync', { id })
      return ended(id, runs)
    },
    /** The ledger of a website by address. */
    pages: async (id: string) => {
      const { items } = await call<{ items: Source[] }>('sources', { website_id: id, limit: 200 })
      return new Map(items.map((page) => [page.url, page]))
    },
    /** Returns a visitor's search results. */
    search: async (query: string) => {
      const visitor = await visitorContext(app.core.services, { workspace_id: workspaceId })
      if (!visitor) throw new Error('the workspace is missing')
      return searchContent(visitor, { q: query, limit: 5, appUrl: new URL('https://help.example.com') })
    },
  }
}
