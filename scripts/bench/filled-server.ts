// A database with content of its own, on which a server is started again and again.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openEmbedded } from '../../src/platform/db/embedded/open.ts'
import { type AppServer, type DatabaseKind, startApp } from '../../tests/support/app/app-server.ts'
import { operator } from '../../tests/support/app/operator-command.ts'
import { startPostgres } from '../../tests/support/database/postgres-server.ts'
import { freePort } from '../../tests/support/network/free-port.ts'
import { fill } from './bench-faqs.ts'
import { copyWorkspaces, type Template } from './many-workspaces.ts'
import { vocabularyQuestions } from './questions.ts'
import { untilQuiet } from './settle.ts'

/** Size of the content. Copies are further workspaces of ten FAQs each. */
export interface Content {
  faqs: number
  copies: number
}

export interface FilledServer {
  subdomain: string
  questions: string[]
  /** Starts a server on the content; the one before must have stopped. */
  start(): Promise<AppServer>
  remove(): Promise<void>
}

const FAQS_OF_A_COPY = 10
const password = 'woven-thread-7'

async function makeCopies(dataDir: string, databaseUrl: string | undefined, templates: Template[]): Promise<void> {
  if (databaseUrl === undefined) {
    const database = await openEmbedded({ dataDir, statementLimit: Number.POSITIVE_INFINITY })
    const connection = await database.pool.connect()
    try {
      await copyWorkspaces(connection, templates)
    } finally {
      connection.release()
      await database.close()
    }
    return
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await copyWorkspaces(client, templates).finally(() => client.end())
}

/** Makes the content through a server, which then stops. */
export async function fillServer(database: DatabaseKind, { faqs, copies }: Content): Promise<FilledServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-filled-'))
  const postgres = database === 'postgres' ? await startPostgres() : undefined
  const env: Record<string, string> = postgres ? { DATABASE_URL: postgres.url } : {}
  // The same port at every start: the address is part of the documentation's workspace, which is indexed again when it changes.
  const port = await freePort()
  const start = () => startApp({ database, dataDir, port, env: { SEED_DEMO: 'on', ...env } })
  const remove = async () => {
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const questions = vocabularyQuestions(faqs)
  try {
    const app = await start()
    try {
      const { url, pid } = app
      const createWorkspace = async (name: string) => {
        const email = `${name.toLowerCase()}@example.test`
        const words = ['--email', email, '--password', password, '--name', name, '--free-access']
        return { ...(await operator(app, words)), email, password }
      }
      const benched = { url, database, pid, sitePorts: [], createWorkspace }
      const workspace = await createWorkspace('Filled')
      await fill(benched, workspace, questions)
      const template = copies > 0 ? await createWorkspace('Copied') : undefined
      if (template) await fill(benched, template, vocabularyQuestions(FAQS_OF_A_COPY))
      await untilQuiet(url)
      await app.stop()
      if (template) await makeCopies(dataDir, postgres?.url, [{ workspaceId: template.workspace_id, copies }])
      return { subdomain: workspace.subdomain, questions, start, remove }
    } finally {
      await app.stop()
    }
  } catch (error) {
    await remove()
    throw error
  }
}
