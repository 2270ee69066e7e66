import { beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase, systemTransaction } from '../../../src/platform/db/index.ts'
import { atEnd, testPostgresUrl } from './database.ts'
import { refuseNestedConnections } from './nested-connections.ts'

let db: Database
const refused: string[] = []

beforeAll(async () => {
  // Opened without `testDatabase`, which would fail this file for what it provokes.
  db = await openDatabase({ databaseUrl: await testPostgresUrl(), dataDir: '' })
  atEnd(() => db.close())
  refuseNestedConnections(db, refused)
})

const transaction = <T>(run: () => Promise<T>) => systemTransaction(db, run)
const nothing = () => Promise.resolve()

it('a transaction inside another, and a query beside it, are refused', async () => {
  await expect(transaction(() => transaction(nothing))).rejects.toThrow('inside a transaction')
  await expect(transaction(() => db.pool.query('select 1'))).rejects.toThrow('inside a transaction')
  expect(refused.splice(0)).toHaveLength(2)
})

it('both are also refused after waiting work, and in a called function', async () => {
  const ask = async () => {
    await nothing()
    return db.pool.query('select 1')
  }
  await expect(transaction(() => Promise.all([nothing(), ask()]))).rejects.toThrow('inside a transaction')
  expect(refused.splice(0)).toHaveLength(1)
})

it('transactions one after another and beside each other are allowed', async () => {
  await transaction(nothing)
  await Promise.all([transaction(nothing), transaction(nothing), db.pool.query('select 1')])
  await expect(transaction(() => Promise.reject(new Error('rolled back')))).rejects.toThrow('rolled back')
  await db.pool.query('select 1')
  expect(refused).toEqual([])
})
