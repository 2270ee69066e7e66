import type { EnvReader } from './env-reader.ts'

export interface DatabaseConfig {
  /** Null: the embedded database. */
  databaseUrl: string | null
  /** The same database as the owner of its tables, for migrations; null: `databaseUrl`. */
  databaseOwnerUrl: string | null
  /** The same database past a pooler; null: `databaseUrl`. */
  databaseDirectUrl: string | null
  /** Shell command that prints the password of a database user. */
  databasePasswordCommand: string | null
  /** A standby for visitors' reads. */
  databaseReplica: { url: string; maxLagSeconds: number } | null
}

/** DATABASE_URL and what belongs to it. */
export function readDatabase(environment: EnvReader): DatabaseConfig {
  for (const variableName of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'])
    environment.url(variableName, ['postgres', 'postgresql'], 'postgres://user:password@localhost:5432/name')
  const databaseUrl = environment.text('DATABASE_URL')
  for (const variableName of [
    'DATABASE_OWNER_URL',
    'DATABASE_DIRECT_URL',
    'DATABASE_REPLICA_URL',
    'DATABASE_PASSWORD_COMMAND',
  ])
    if (databaseUrl === null && environment.text(variableName) !== null)
      environment.required('DATABASE_URL', `with ${variableName}`)
  const replicaUrl = environment.text('DATABASE_REPLICA_URL')
  const maxLagSeconds = environment.integer('REPLICA_MAX_LAG_SECONDS', { min: 3, max: 3600, fallback: 5 })
  return {
    databaseUrl,
    databaseOwnerUrl: environment.text('DATABASE_OWNER_URL'),
    databaseDirectUrl: environment.text('DATABASE_DIRECT_URL'),
    databasePasswordCommand: environment.text('DATABASE_PASSWORD_COMMAND'),
    databaseReplica: replicaUrl === null ? null : { url: replicaUrl, maxLagSeconds },
  }
}
