// The user of the database may be a plain one. On a server of this file's own, since roles belong to a whole server.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { adminUrl, createRoles } from '../../../tests/support/database/administrator-roles.ts'
import { testDatabaseKind } from '../../../tests/support/database/database.ts'
import { type PostgresServer, startPostgres } from '../../../tests/support/database/postgres-server.ts'
import { defineJob, migrateQueue, startJobs } from '../jobs/index.ts'
import { checkDatabaseRights } from './database-rights.ts'
import { openEmbedded } from './embedded/open.ts'
import { type Database, migrate, openDatabase, systemTransaction, workspaceTransaction } from './index.ts'
import { readMigrations } from './migrate.ts'

const WORKSPACE = '01900000-0000-7000-8000-000000000001'

/** Rights that a start requires: migrations, and both roles. */
async function migrateAndUse(db: Database): Promise<void> {
  await migrate(db)
  for (const [role, run] of [
    [
      'answerloom_app',
      (fn: Parameters<typeof systemTransaction<string>>[1]) =>
        workspaceTransaction(db, { workspaceId: WORKSPACE, userId: null }, fn),
    ],
    ['answerloom_system', (fn: Parameters<typeof systemTransaction<string>>[1]) => systemTransaction(db, fn)],
  ] as const)
    expect(
      await run(async (transaction) => {
        await transaction.execute('select count(*) from faqs')
        return String((await transaction.execute<{ role: string }>('select current_user as role')).rows[0]?.role)
      }),
    ).toBe(role)
}

const OWNER_HINT =
  'If another user is the owner of the tables (deploy/postgresql-roles.sql creates both), run "npm run migrate" with the address of the owner in DATABASE_OWNER_URL. Otherwise, connect'

const refused = (commands: string[], begin = 'Connect') => ({
  kind: 'conflict',
  code: 'database.rights',
  message: `The user of DATABASE_URL lacks rights. ${begin} to the same database as an administrator and run:\n${commands.join('\n')}`,
})

if (testDatabaseKind === 'postgres') {
  describe.each(['a superuser', 'an administrator without superuser rights'])(
    'a server whose roles are made by %s',
    (who) => {
      let server: PostgresServer
      let admin: string
      beforeAll(async () => {
        server = await startPostgres()
        admin = await adminUrl(server, { superuser: who === 'a superuser' })
      })
      afterAll(() => server.stop())

      it('is migrated by the owner, and used by a user who cannot change the schema', async () => {
        const { owner, user } = await createRoles(admin)
        const ofOwner = await openDatabase({ databaseUrl: owner, dataDir: '' })
        const db = await openDatabase({ databaseUrl: user, dataDir: '' })
        try {
          const commands = [
            'GRANT CREATE ON DATABASE "answerloom" TO "answerloom";',
            'GRANT USAGE, CREATE ON SCHEMA "public" TO "answerloom";',
          ]
          await expect(migrate(db)).rejects.toMatchObject(refused(commands, OWNER_HINT))
          await migrateAndUse(ofOwner)
          await expect(migrate(db)).rejects.toMatchObject({ code: 'database.not_migrated' })
          await migrateQueue(ofOwner)
          await migrateAndUse(db)
          const job = defineJob({ name: 'scratch', schema: z.object({}), handler: async () => {} })
          const jobs = await startJobs(db, [job], { work: true })
          await jobs.send(null, job, {})
          await expect.poll(() => jobs.depth()).toEqual({ scratch: 0 })
          await jobs.stop()
          for (const statement of [
            'create table scratch (id int)',
            'create temporary table scratch (id int)',
            'create schema scratch',
            'create role scratch',
            'alter table faqs add column scratch int',
            'alter table faqs disable row level security',
            'drop table faqs',
            'truncate faqs',
            "insert into applied_migrations values ('9999_scratch', '')",
            'drop table pgboss.job',
          ])
            await expect(db.pool.query(statement), statement).rejects.toMatchObject({ code: '42501' })
          const { rows } = await db.pool.query(
            'select rolcreaterole, rolcreatedb, rolsuper, rolbypassrls from pg_roles where rolname in (current_user, $1)',
            ['answerloom_owner'],
          )
          const none = { rolcreaterole: false, rolcreatedb: false, rolsuper: false, rolbypassrls: false }
          expect(rows).toEqual([none, none])
          const next = { name: '9999_next', hash: '', sql: 'select 1' }
          await expect(migrate(db, { migrations: [...(await readMigrations()), next] })).rejects.toMatchObject({
            code: 'database.not_migrated',
            message: expect.stringContaining('the migration 9999_next'),
          })
        } finally {
          await db.close()
          await ofOwner.close()
        }
      })
    },
  )

  describe('a database user without the required rights', () => {
    let server: PostgresServer
    let ask: (sql: string) => Promise<unknown>
    beforeAll(async () => {
      server = await startPostgres()
      const client = new pg.Client(server.url)
      await client.connect()
      ask = (sql) => client.query(sql)
      close = () => client.end()
    })
    let close: () => Promise<void>
    afterAll(async () => {
      await close()
      await server.stop()
    })

    const urlOf = (user: string, database: string) => {
      const url = new URL(server.url)
      return Object.assign(url, { username: user, pathname: `/${database}` }).href
    }
    async function withUser(user: string, attributes: string, run: (db: Database) => Promise<void>): Promise<void> {
      await ask(`create role ${user} login ${attributes}`)
      await ask(`create database of_${user} owner ${user}`)
      const db = await openDatabase({ databaseUrl: urlOf(user, `of_${user}`), dataDir: '' })
      try {
        await run(db)
      } finally {
        await db.close()
      }
    }

    it('is shown the commands, which are sufficient', async () => {
      await withUser('plain', 'nocreaterole', async (db) => {
        const commands = [
          'CREATE ROLE answerloom_app NOLOGIN;',
          'GRANT answerloom_app TO "plain";',
          'CREATE ROLE answerloom_system NOLOGIN;',
          'GRANT answerloom_system TO "plain";',
        ]
        await expect(migrate(db)).rejects.toMatchObject(refused(commands))
        await ask(commands.join(' '))
        await migrateAndUse(db)
        await ask('revoke answerloom_system from plain')
        await expect(migrate(db)).rejects.toMatchObject(refused(['GRANT answerloom_system TO "plain";']))
      })
    })

    it('is shown the same commands when it would not inherit the roles', async () => {
      await withUser('apart', 'noinherit', async (db) => {
        await ask('grant answerloom_app, answerloom_system to apart')
        // Nor does it inherit what the owner of a database may do in its schema.
        const commands = ['ALTER ROLE "apart" INHERIT;', 'GRANT USAGE, CREATE ON SCHEMA "public" TO "apart";']
        await expect(migrate(db)).rejects.toMatchObject(refused(commands, OWNER_HINT))
        await ask(commands.join(' '))
        await migrateAndUse(db)
      })
    })

    it("is shown its missing rights in another owner's database", async () => {
      await ask('create role "Guest-1" login; grant answerloom_app, answerloom_system to "Guest-1"')
      await ask('create database shared')
      const db = await openDatabase({ databaseUrl: urlOf('Guest-1', 'shared'), dataDir: '' })
      const shared = new pg.Client(urlOf('postgres', 'shared'))
      await shared.connect()
      try {
        const commands = [
          'GRANT CREATE ON DATABASE "shared" TO "Guest-1";',
          'GRANT USAGE, CREATE ON SCHEMA "public" TO "Guest-1";',
        ]
        await expect(migrate(db)).rejects.toMatchObject(refused(commands, OWNER_HINT))
        await shared.query(commands.join(' '))
        await migrateAndUse(db)
      } finally {
        await shared.end()
        await db.close()
      }
    })

    it('creates the roles itself if it may', async () => {
      await withUser('creator', 'createrole', migrateAndUse)
    })
  })
}

if (testDatabaseKind === 'pglite') {
  // The embedded database has one session, and memberships with options, as PostgreSQL has had since version 16.
  it('memberships need INHERIT and SET, and the shown commands grant both', async () => {
    const db = await openEmbedded({ dataDir: null })
    const as = async (user: string, sql = 'select') => {
      await db.pool.query(`set session authorization ${user}`)
      await db.pool.query(sql)
    }
    const roles = ['answerloom_app', 'answerloom_system']
    const commands = roles.map((role) => `GRANT ${role} TO "plain" WITH INHERIT TRUE, SET TRUE;`)
    try {
      await as('postgres', roles.map((role) => `create role ${role}`).join(';'))
      await as('postgres', 'create role plain login; alter database postgres owner to plain')
      // A user with CREATEROLE cannot grant roles of another user.
      for (const granted of [null, 'set false', 'inherit false', 'inherit false, set false', 'createrole']) {
        await as('postgres', `revoke ${roles} from plain; alter role plain nocreaterole`)
        if (granted === 'createrole') await as('postgres', 'alter role plain createrole')
        else if (granted) await as('postgres', `grant ${roles} to plain with ${granted}`)
        await as('plain')
        await expect(checkDatabaseRights(db)).rejects.toMatchObject(refused(commands))
        await as('postgres', commands.join(' '))
        await as('plain')
        await checkDatabaseRights(db)
      }
      // The migration grants the roles to a user with the admin option.
      await as('postgres', `revoke ${roles} from plain; alter role plain nocreaterole`)
      await as('postgres', `grant ${roles} to plain with admin true, inherit false, set false`)
      await as('plain')
      await migrateAndUse(db)
    } finally {
      await db.close()
    }
  })
}
