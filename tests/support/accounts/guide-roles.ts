// Runs the commands that the guide to self-hosting gives an administrator, as they are written there.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { inRoot } from '../../../scripts/repository.ts'
import type { PostgresServer } from '../database/postgres-server.ts'

const HEADING = '### A database user who may not create roles'

/** The statements of the SQL block below the heading. */
export function guideStatements(): string[] {
  const guide = readFileSync(inRoot('docs', 'guides', 'self-hosting.md'), 'utf8')
  const [, section = ''] = guide.split(HEADING)
  const block = /^```sql\n(.*?)^```/ms.exec(section)?.[1]
  if (!block) throw new Error(`The guide has no SQL below «${HEADING}».`)
  return block
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
}

/** The address of an administrator: the server's superuser, or one who may only create roles and databases. */
export async function adminUrl(server: PostgresServer, options: { superuser: boolean }): Promise<string> {
  if (options.superuser) return server.url
  const client = new pg.Client(server.url)
  await client.connect()
  try {
    await client.query('create role manager login createrole createdb')
  } finally {
    await client.end()
  }
  return Object.assign(new URL(server.url), { username: 'manager' }).href
}

/** Runs the guide's commands. @returns the DATABASE_URL of the user and the database that they make */
export async function runGuide(admin: string): Promise<string> {
  const client = new pg.Client(admin)
  await client.connect()
  try {
    for (const statement of guideStatements()) await client.query(statement)
  } finally {
    await client.end()
  }
  return Object.assign(new URL(admin), { username: 'answerloom', password: 'password', pathname: '/answerloom' }).href
}
