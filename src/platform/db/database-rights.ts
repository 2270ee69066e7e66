import type pg from 'pg'
import { AppError } from '../../kernel/app-error.ts'
import type { Database } from './database.ts'
import { mapDatabaseError } from './errors.ts'

/** The roles that row-level security is built on. The first migration creates and grants them where the user may do that. */
const RUNTIME_ROLES = ['answerloom_app', 'answerloom_system']
const QUEUE_SCHEMA = 'pgboss'
/** From this version on a membership has the options INHERIT and SET of its own. */
const MEMBERSHIP_OPTIONS = 160_000

interface DatabaseUser {
  name: string
  version: number
  database: string
  schema: string
  /** The database holds nothing of the program yet, so the first migration will run. */
  is_new: boolean
  /** May change the tables. The user of a server need not: migrations may run as their owner. */
  owns_tables: boolean
  /** May read which migrations were applied, and work on the queue. Both are granted by the owner's migrations. */
  may_work: boolean
  superuser: boolean
  creates_roles: boolean
  inherits: boolean
  /** May create the queue's schema, or finds it. */
  has_queue: boolean
  creates_tables: boolean
}

interface Membership {
  role: string
  exists: boolean
  can_set: boolean | null
  can_use: boolean | null
  can_grant: boolean | null
}

const USER_QUERY = `
  SELECT current_user AS name, current_setting('server_version_num')::int AS version, current_database() AS database,
    coalesce(current_schema(), 'public') AS schema, migrations.oid IS NULL AS is_new,
    coalesce(pg_has_role(migrations.relowner, 'USAGE'), false) AS owns_tables,
    coalesce(has_table_privilege(migrations.oid, 'SELECT'), false) AND EXISTS (
      SELECT FROM pg_class job JOIN pg_namespace schema ON schema.oid = job.relnamespace
      WHERE schema.nspname = '${QUEUE_SCHEMA}' AND job.relname = 'job' AND has_schema_privilege(schema.oid, 'USAGE')
        AND has_table_privilege(job.oid, 'UPDATE')) AS may_work,
    rolsuper AS superuser, rolcreaterole AS creates_roles,
    rolinherit AS inherits,
    to_regnamespace('${QUEUE_SCHEMA}') IS NOT NULL OR has_database_privilege(current_database(), 'CREATE') AS has_queue,
    coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS creates_tables
  FROM pg_roles LEFT JOIN pg_class migrations ON migrations.relname = 'applied_migrations'
    AND migrations.relnamespace = current_schema()::regnamespace
  WHERE rolname = current_user`

const memberships = (setPrivilege: string): string => `
  SELECT wanted.role, r.oid IS NOT NULL AS exists, pg_has_role(r.oid, '${setPrivilege}') AS can_set,
    pg_has_role(r.oid, 'USAGE') AS can_use, pg_has_role(r.oid, 'MEMBER WITH ADMIN OPTION') AS can_grant
  FROM unnest($1::text[]) WITH ORDINALITY AS wanted (role, position) LEFT JOIN pg_roles r ON r.rolname = wanted.role
  ORDER BY wanted.position`

const quoteIdentifier = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`

/** The commands that give the user what it lacks of a role; none where it has it, or where the first migration will grant it. */
function commandsForRole(databaseUser: DatabaseUser, foundMembership: Membership): string[] {
  const hasOptions = databaseUser.version >= MEMBERSHIP_OPTIONS
  const mayGrant = foundMembership.exists
    ? foundMembership.can_grant || (databaseUser.creates_roles && !hasOptions)
    : databaseUser.creates_roles
  // Grants of the first migration apply only to users with INHERIT.
  if (foundMembership.can_set && foundMembership.can_use) return []
  if (databaseUser.is_new && mayGrant && databaseUser.inherits) return []
  const grantOptions = hasOptions ? ' WITH INHERIT TRUE, SET TRUE' : ''
  return [
    ...(foundMembership.exists ? [] : [`CREATE ROLE ${foundMembership.role} NOLOGIN;`]),
    ...(foundMembership.can_set && !hasOptions
      ? []
      : [`GRANT ${foundMembership.role} TO ${quoteIdentifier(databaseUser.name)}${grantOptions};`]),
    ...(hasOptions || databaseUser.inherits ? [] : [`ALTER ROLE ${quoteIdentifier(databaseUser.name)} INHERIT;`]),
  ]
}

async function readDatabaseUser(connectionPool: pg.Pool): Promise<DatabaseUser | undefined> {
  const { rows } = await connectionPool.query<DatabaseUser>(USER_QUERY)
  return rows[0]
}

/** True for a user of a migrated database whose tables belong to another one. */
const isRuntimeUser = (databaseUser: DatabaseUser): boolean =>
  !databaseUser.superuser && !databaseUser.is_new && !databaseUser.owns_tables

/** The commands by which an administrator gives the connected user the rights that it lacks; none when it lacks none. */
async function missingRights(connectionPool: pg.Pool, databaseUser: DatabaseUser | undefined): Promise<string[]> {
  if (!databaseUser || databaseUser.superuser) return []
  const setPrivilege = databaseUser.version >= MEMBERSHIP_OPTIONS ? 'SET' : 'MEMBER'
  const { rows: roles } = await connectionPool.query<Membership>(memberships(setPrivilege), [RUNTIME_ROLES])
  const quotedUser = quoteIdentifier(databaseUser.name)
  const commands = [
    ...roles.flatMap((membership) => commandsForRole(databaseUser, membership)),
    ...(isRuntimeUser(databaseUser) || databaseUser.has_queue
      ? []
      : [`GRANT CREATE ON DATABASE ${quoteIdentifier(databaseUser.database)} TO ${quotedUser};`]),
    ...(isRuntimeUser(databaseUser) || databaseUser.creates_tables
      ? []
      : [`GRANT USAGE, CREATE ON SCHEMA ${quoteIdentifier(databaseUser.schema)} TO ${quotedUser};`]),
  ]
  return [...new Set(commands)]
}

/** Rights of the user of the database: to migrate it, too, or only to serve from it. */
export type DatabaseRights = 'owner' | 'runtime'

/**
 * Checks that the user of the database may serve, and says whether it may migrate.
 *
 * @throws conflict `database.rights` with the commands that give the missing rights, conflict `database.not_migrated`
 *   when only the owner of the tables can give them; unavailable `database.unavailable`
 */
export async function checkDatabaseRights({ pool }: Pick<Database, 'pool'>): Promise<DatabaseRights> {
  try {
    const databaseUser = await readDatabaseUser(pool)
    refuseWithout(
      await missingRights(pool, databaseUser),
      databaseUser?.is_new === true && !databaseUser.creates_tables,
    )
    if (!databaseUser || !isRuntimeUser(databaseUser)) return 'owner'
    if (!databaseUser.may_work) throw notMigrated()
    return 'runtime'
  } catch (error) {
    throw mapDatabaseError(error)
  }
}

/** @param preparation what is missing */
export const notMigrated = (preparation = 'preparation for this version'): AppError =>
  new AppError(
    'conflict',
    'database.not_migrated',
    `The database lacks ${preparation}, and the user of DATABASE_URL may not change its tables. Run "npm run migrate" with the address of their owner in DATABASE_OWNER_URL.`,
  )

/** @param mayHaveOwner the database is empty, and the user cannot create tables: another user may be meant to */
function refuseWithout(commands: string[], mayHaveOwner: boolean): void {
  if (commands.length === 0) return
  const ownerHint =
    'If another user is the owner of the tables (deploy/postgresql-roles.sql creates both), run "npm run migrate" with the address of the owner in DATABASE_OWNER_URL. Otherwise, connect'
  throw new AppError(
    'conflict',
    'database.rights',
    `The user of DATABASE_URL lacks rights. ${mayHaveOwner ? ownerHint : 'Connect'} to the same database as an administrator and run:\n${commands.join('\n')}`,
  )
}
