import { expect, test } from 'vitest'
import { readDatabase } from './database-values.ts'
import { EnvReader } from './env-reader.ts'

const read = (values: Record<string, string>) => {
  const env = new EnvReader(values)
  return { replica: readDatabase(env).databaseReplica, problems: env.problems.map(({ name }) => name) }
}

test('a replica belongs to DATABASE_URL and has a limit for its lag', () => {
  const database = { DATABASE_URL: 'postgres://primary/help' }
  const url = 'postgres://standby/help'
  expect(read(database)).toEqual({ replica: null, problems: [] })
  expect(read({ ...database, DATABASE_REPLICA_URL: url })).toEqual({
    replica: { url, maxLagSeconds: 5 },
    problems: [],
  })
  const limited = { ...database, DATABASE_REPLICA_URL: url, REPLICA_MAX_LAG_SECONDS: '30' }
  expect(read(limited).replica).toEqual({ url, maxLagSeconds: 30 })
  expect(read({ ...limited, REPLICA_MAX_LAG_SECONDS: '1' }).problems).toEqual(['REPLICA_MAX_LAG_SECONDS'])
  expect(read({ DATABASE_REPLICA_URL: url }).problems).toEqual(['DATABASE_URL'])
  expect(read({ ...database, DATABASE_REPLICA_URL: 'mysql://standby' }).problems).toEqual(['DATABASE_REPLICA_URL'])
})
