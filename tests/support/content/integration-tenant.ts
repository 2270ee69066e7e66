// A tenant whose connected services are worked with through the product's own procedures; passes run when the test says so.
import { searchContent } from '../../../src/features/answering/server/content/search-content.ts'
import type { Integration, IntegrationRun } from '../../../src/features/integrations/contract.ts'
import type { ServiceKind, Source } from '../../../src/features/knowledge/contract.ts'
import { visitorContext } from '../../../src/features/workspaces/server/index.ts'
import type { Tenant, TestApp } from '../app/test-app.ts'

/** `type`: of the service whose passes run. */
export async function integrationTenant(app: TestApp, given?: Tenant, type: ServiceKind = 'notion') {
  const owner = given ?? (await app.tenant('Woven'))
  const { workspaceId } = owner
  const rpc = (procedure: string, input: object = {}, cookie = owner.cookie): ReturnType<TestApp['rpc']> =>
    app.rpc(procedure, input, { cookie, workspaceId })
  /** @throws Error with the answer when it is refused */
  const call = async <T>(procedure: string, input: object = {}): Promise<T> => {
    const answer = await rpc(procedure, input)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return (answer.body as { json: T }).json
  }
  const job = (name: string) => {
    const found = app.core.integrations.jobs.find((one) => one.name === name)
    if (!found) throw new Error(`there is no job ${name}`)
    return found
  }
  const run = (signal: AbortSignal, final: boolean): Promise<void> =>
    integration().then(({ id }) =>
      job('integrations.sync').handler(
        { workspace_id: workspaceId, integration_id: id },
        { signal, attempt: 1, final, jobId: 'test' },
      ),
    )
  const integrations = async () => (await call<{ items: Integration[] }>('integrations/list')).items
  async function integration(of: ServiceKind = type): Promise<Integration> {
    const found = (await integrations()).find((one) => one.type === of)
    if (!found) throw new Error('nothing is connected')
    return found
  }
  const runs = async () => (await call<{ items: IntegrationRun[] }>('integrations/runs')).items
  return {
    owner,
    rpc,
    call,
    integrations,
    integration,
    runs,
    /** Runs the pass that waits, or another one. @returns what came of it */
    pass: async (options: { signal?: AbortSignal; final?: boolean } = {}): Promise<IntegrationRun> => {
      await run(options.signal ?? new AbortController().signal, options.final ?? true)
      const newest = (await runs()).find((one) => one.type === type)
      if (!newest) throw new Error('there was no pass')
      return newest
    },
    tend: () =>
      job('integrations.tend').handler(
        {},
        { signal: new AbortController().signal, attempt: 1, final: true, jobId: 't' },
      ),
    /** The items of the ledger by title. */
    ledger: async (): Promise<Map<string, Source>> => {
      const { items } = await call<{ items: Source[] }>('knowledge/sources', { kind: type, limit: 200 })
      return new Map(items.map((item) => [item.title, item]))
    },
    /** Returns the text that was read of an item. */
    text: async (id: string) => (await call<{ text: string | null }>('knowledge/readSource', { id })).text,
    /** Returns a visitor's search results. */
    search: async (query: string) => {
      const visitor = await visitorContext(app.core.services, { workspace_id: workspaceId })
      if (!visitor) throw new Error('the workspace is missing')
      return searchContent(visitor, { q: query, limit: 5, appUrl: new URL('https://help.example.com') })
    },
  }
}
