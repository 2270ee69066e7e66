// Vitest's global set-up of the project `postgres`: one server for the run.
import type { TestProject } from 'vitest/node'
import { startPgBouncer } from './pgbouncer.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** The same server behind PgBouncer; null where the tests run without it. */
    pooledUrl: string | null
  }
}

/**
 * TEST_DATABASE_URL names a server that is already there; its user must be a superuser. TEST_PGBOUNCER=on puts PgBouncer
 * in transaction mode between the tests and their server.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const external = process.env.TEST_DATABASE_URL
  if (external) {
    project.provide('postgresUrl', external)
    project.provide('pooledUrl', null)
    return undefined
  }
  const server = await startPostgres()
  const pooler = process.env.TEST_PGBOUNCER === 'on' ? await startPgBouncer(server.url) : null
  project.provide('postgresUrl', server.url)
  project.provide('pooledUrl', pooler?.addressOf(server.url) ?? null)
  return async () => {
    await pooler?.stop()
    await server.stop()
  }
}
