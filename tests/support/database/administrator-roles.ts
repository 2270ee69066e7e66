// Runs the file of commands that an administrator gets, as it is written.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { inRoot } from '../../../scripts/repository.ts'
import type { PostgresServer } from './postgres-server.ts'

const PASSWORDS = { owner_password: 'of the owner', user_password: 'of the user' }

/** The statements of the file, with the variables of psql replaced by their values. */
function roleStatements(): string[] {
  const text = readFileSync(inRoot('deploy', 'postgresql-roles.sql'), 'utf8').replaceAll(/^--.*$/gm, '')
  const filled = text.replaceAll(/:'(\w+)'/g, (_, name) => pg.escapeLiteral(PASSWORDS[name as keyof typeof PASSWORDS]))
  return filled
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

/** The addresses of the database that the file makes, as they go into DATABASE_URL and DATABASE_OWNER_URL. */
export interface RoleAddresses {
  user: string
  owner: string
}

/** Runs the file's commands as the administrator. */
export async function createRoles(admin: string): Promise<RoleAddresses> {
  const client = new pg.Client(admin)
  await client.connect()
  try {
    for (const statement of roleStatements()) await client.query(statement)
  } finally {
    await client.end()
  }
  const as = (username: string, password: string) =>
    Object.assign(new URL(admin), { username, password, pathname: '/answerloom' }).href
  return {
    user: as('answerloom', PASSWORDS.user_password),
    owner: as('answerloom_owner', PASSWORDS.owner_password),
  }
}
