// Demands of managed PostgreSQL services: tokens in place of passwords, verified encryption, and another primary.
import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, systemTransaction } from '../src/platform/db/index.ts'
import { clusterOwner, type PostgresServer, startPostgres } from './support/database/postgres-server.ts'
import { cutConnection } from './support/network/cut-connection.ts'

let folder: string
let primary: PostgresServer
let ask: (sql: string) => Promise<pg.QueryResult>
let close: () => Promise<void>

const file = (name: string, text: string): string => {
  const at = path.join(folder, name)
  writeFileSync(at, text, { mode: 0o600 })
  const user = clusterOwner()
  if (user) chownSync(at, user.uid, user.gid)
  return at
}

const addressOf = (changes: Partial<URL>): string => Object.assign(new URL(primary.url), changes).href

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'answerloom-service-'))
  const user = clusterOwner()
  if (user) chownSync(folder, user.uid, user.gid)
  const [key, certificate] = [file('server.key', ''), file('server.pem', '')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, '-keyout', key, '-out', certificate],
    { stdio: 'ignore' },
  )
  const access = file('hba.conf', 'local all all trust\nhost all tokens all scram-sha-256\nhost all all all trust\n')
  primary = await startPostgres({
    settings: [`hba_file=${access}`, 'ssl=on', `ssl_key_file=${key}`, `ssl_cert_file=${certificate}`],
  })
  const client = new pg.Client(primary.url)
  await client.connect()
  ask = (sql) => client.query(sql)
  close = () => client.end()
})
afterAll(async () => {
  await close()
  await primary.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a database password printed by a command', () => {
  it('is requested with the address, and again when it is no longer valid', async () => {
    await ask("create role tokens login password 'first of tokens'")
    const token = file('token', 'first')
    const passwordCommand = `echo "$(cat ${token}) of $PGUSER"`
    const databaseUrl = addressOf({ username: 'tokens' })
    const db = await openDatabase({ databaseUrl, passwordCommand, dataDir: '' })
    expect((await db.pool.query('select current_user as name')).rows).toEqual([{ name: 'tokens' }])
    await db.close()
    await ask("alter role tokens password 'second of tokens'")
    writeFileSync(token, 'second')
    const later = await openDatabase({ databaseUrl, passwordCommand, dataDir: '' })
    await later.close()
  })

  it('is reported missing with the output of the command', async () => {
    const options = { databaseUrl: addressOf({ username: 'tokens' }), dataDir: '' }
    await expect(openDatabase({ ...options, passwordCommand: 'echo signed out >&2; exit 3' })).rejects.toMatchObject({
      code: 'database.password_command',
      message: 'The command in DATABASE_PASSWORD_COMMAND failed: signed out',
    })
    await expect(openDatabase({ ...options, passwordCommand: 'true' })).rejects.toMatchObject({
      message: expect.stringContaining('it printed nothing'),
    })
  })
})

describe('the encryption of the connection', () => {
  const isEncrypted = async (databaseUrl: string) => {
    const db = await openDatabase({ databaseUrl, dataDir: '' })
    const { rows } = await db.pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
    await db.close()
    return rows[0]?.ssl
  }

  it('is verified by the authority in the address', async () => {
    const search = `?sslmode=verify-full&sslrootcert=${path.join(folder, 'server.pem')}`
    expect(await isEncrypted(addressOf({ hostname: 'localhost', search }))).toBe(true)
    // Issued for localhost only.
    await expect(isEncrypted(addressOf({ search }))).rejects.toThrow(/ERR_TLS_CERT_ALTNAME_INVALID.*sslrootcert=FILE/)
  })

  it("is refused with advice when the server's certificate cannot be verified", async () => {
    await expect(isEncrypted(addressOf({ hostname: 'localhost', search: '?sslmode=verify-full' }))).rejects.toThrow(
      /DEPTH_ZERO_SELF_SIGNED_CERT.*sslrootcert=FILE/,
    )
    expect(await isEncrypted(addressOf({ search: '?sslmode=no-verify' }))).toBe(true)
  })
})

it('a server that has become a standby is left for the one that its address resolves to', async () => {
  await ask('create role answerloom_system; create table notes (id int); grant all on notes to answerloom_system')
  const standby = await startPostgres({ standby: true })
  const address = await cutConnection(standby.url)
  const db = await openDatabase({ databaseUrl: address.url, dataDir: '' })
  const write = () => systemTransaction(db, (transaction) => transaction.execute('insert into notes values (1)'))
  try {
    await expect(write()).rejects.toMatchObject({ kind: 'unavailable', code: 'database.unavailable' })
    // Connections to the standby stay open.
    await Promise.all([1, 2, 3].map(() => db.pool.query('select pg_sleep(0.1)')))
    address.moveTo(primary.url)
    const isWritten = () =>
      write().then(
        () => true,
        () => false,
      )
    await expect.poll(isWritten, { timeout: 20_000 }).toBe(true)
  } finally {
    await db.close()
    await address.close()
    await standby.stop()
  }
})
