// Backups by the clock: verified by a restore, limited in number, in a folder or a bucket, and reported when they fail.
import { execFile as execFileCallback } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { plainEnvironment, ROOT } from '../../tests/support/app/server-files.ts'
import { createTestApp, type TestApp } from '../../tests/support/app/test-app.ts'
import { atEnd, testDatabase } from '../../tests/support/database/database.ts'
import { startS3Server } from '../../tests/support/storage/s3-server.ts'
import { type BackupStatus, readBackupStatus, recordBackupSchedule } from '../features/operations/server/index.ts'
import { readBackup, restoreBackup } from '../platform/backup/index.ts'
import { verifyBackup } from '../platform/backup/verify-backup.ts'
import { type Config, loadConfig } from '../platform/config/index.ts'
import { createMetrics } from '../platform/http/index.ts'
import { localStorage, s3Storage } from '../platform/storage/index.ts'
import { backUp } from './backup.ts'
import { examine } from './doctor.ts'
import { backupHealth, makeScheduledBackup, scheduledBackupJob } from './scheduled-backup.ts'
import { watchCore } from './watching.ts'

const execFile = promisify(execFileCallback)

/** Milliseconds. Each check of a backup creates a database. */
const LIMIT = 180_000
const KEY = 'q'.repeat(40)
const SCHEDULE = '30 3 * * *'
const at = (day: number, time = '03:30:00') => new Date(`2026-05-0${day}T${time}Z`)

let app: TestApp
let dir: string
beforeAll(async () => {
  app = await createTestApp({ BILLING: 'off' })
  await app.tenant('Woven')
})
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scheduled-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  dir = folder
})

function depsFor(env: Record<string, string>) {
  const config: Config = loadConfig({ DATA_DIR: dir, BACKUP_SCHEDULE: SCHEDULE, ...env })
  const lines: string[] = []
  const { db, storage, jobs } = app.core
  const log = (level: string, message: string, fields = {}) =>
    void lines.push(`${level} ${message} ${JSON.stringify(fields)}`)
  return { deps: { config, db, storage, jobs: () => jobs, log }, lines, core: { ...app.core, config } }
}

const run = (job: ReturnType<typeof scheduledBackupJob>) =>
  job?.handler({}, { signal: AbortSignal.timeout(60_000), attempt: 1, final: true, jobId: 'one' })

it(
  'keeps the newest, encrypted, each of which was restored',
  async () => {
    const { deps } = depsFor({ BACKUP_KEY: KEY, BACKUP_KEEP: '2' })
    const folder = join(dir, 'backups')
    await mkdir(folder)
    const older = ['scheduled-2026-05-01t03-30-00.jsonl.gz', 'scheduled-2026-05-02t03-30-00.jsonl.gz.sealed', 'mine.gz']
    for (const name of older) await writeFile(join(folder, name), '')
    // Left behind by a killed process.
    await writeFile(join(folder, 'scheduled-2026-05-01t03-30-00.jsonl.gz.1.unfinished'), '')
    await mkdir(join(folder, 'verify-1'))
    await makeScheduledBackup(deps, at(3))
    expect((await readdir(folder)).sort()).toEqual([
      'mine.gz',
      'scheduled-2026-05-02t03-30-00.jsonl.gz.sealed',
      'scheduled-2026-05-03t03-30-00.jsonl.gz.sealed',
    ])
    const path = join(folder, 'scheduled-2026-05-03t03-30-00.jsonl.gz.sealed')
    await expect(readBackup(path)).rejects.toMatchObject({ code: 'backup.sealed' })
    await expect(readBackup(path, 'x'.repeat(40))).rejects.toMatchObject({ code: 'backup.broken' })
    const db = await testDatabase()
    const { counts } = await restoreBackup({ db, storage: localStorage(join(dir, 'files')), path, key: KEY })
    expect(counts.files).toBeGreaterThan(0)
    expect((await db.pool.query('select count(*)::int as n from workspaces')).rows[0]?.n).toBeGreaterThan(0)
  },
  LIMIT,
)

it(
  'stays if an old backup cannot be deleted',
  async () => {
    const { deps } = depsFor({ BACKUP_KEEP: '1' })
    const folder = join(dir, 'backups')
    // A folder of this name is not deleted as a file.
    await mkdir(join(folder, 'scheduled-2026-05-01t03-30-00.jsonl.gz'), { recursive: true })
    await expect(makeScheduledBackup(deps, at(2))).rejects.toThrow()
    expect(await readdir(folder)).toContain('scheduled-2026-05-02t03-30-00.jsonl.gz')
  },
  LIMIT,
)

/** A storage service, and the variables that lead to it. */
async function startBucket() {
  const s3 = await startS3Server()
  atEnd(() => s3.close())
  const { config } = s3
  const variables = {
    S3_ENDPOINT: config.endpoint,
    S3_REGION: config.region,
    S3_ACCESS_KEY_ID: config.accessKeyId,
    S3_SECRET_ACCESS_KEY: config.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'on',
  }
  return { s3, config, variables }
}

it(
  'goes to a bucket, where the oldest are deleted',
  async () => {
    const { s3, config, variables } = await startBucket()
    const { deps } = depsFor({ BACKUP_TO: `s3://${config.bucket}/copies`, BACKUP_KEEP: '1', ...variables })
    const old = 'copies/scheduled-2026-05-01t03-30-00.jsonl.gz'
    await s3Storage(config).put(old, Buffer.from('old'), { contentType: 'application/gzip' })
    const { path } = await makeScheduledBackup(deps, at(2))
    expect(path).toBe(`s3://${config.bucket}/copies/scheduled-2026-05-02t03-30-00.jsonl.gz`)
    expect([...s3.files.keys()]).toEqual(['copies/scheduled-2026-05-02t03-30-00.jsonl.gz'])
    expect(await readdir(join(dir, 'backups'))).toEqual([])
  },
  LIMIT,
)

it(
  'the newest backup of a bucket is restored by one command, and no copy of it stays',
  async () => {
    const { config, variables } = await startBucket()
    const folder = `s3://${config.bucket}/copies`
    const { deps } = depsFor({ BACKUP_TO: folder, BACKUP_KEY: KEY, ...variables })
    await makeScheduledBackup(deps, at(2))
    const older = 'copies/scheduled-2026-05-01t03-30-00.jsonl.gz.sealed'
    await s3Storage({ ...config, prefix: '' }).put(older, Buffer.from('old'), { contentType: 'application/gzip' })
    const copies = join(dir, 'copies')
    await mkdir(copies)
    const env = { ...plainEnvironment(), DATA_DIR: join(dir, 'fresh'), TMPDIR: copies, BACKUP_KEY: KEY, ...variables }
    const restored = (from: string) =>
      execFile(process.execPath, [join(ROOT, 'src/main.ts'), 'restore', '--from', from], { env })
    const { stdout } = await restored(folder)
    expect(JSON.parse(stdout)).toMatchObject({ made_at: expect.any(String), same_secret_key: false })
    const [workspace] = (await app.rows('select count(*)::int as count from workspaces')) as { count: number }[]
    expect(JSON.parse(stdout).rows).toBeGreaterThan(workspace?.count ?? 0)
    await expect(restored(`${folder}/scheduled-2026-05-01t03-30-00.jsonl.gz.sealed`)).rejects.toMatchObject({
      stderr: expect.stringContaining('cannot be read'),
    })
    await expect(restored(`s3://${config.bucket}/elsewhere`)).rejects.toMatchObject({
      stderr: expect.stringContaining('There are no scheduled backups'),
    })
    expect((await readdir(copies)).filter((name) => name.startsWith('answerloom-restore'))).toEqual([])
  },
  LIMIT,
)

it('a backup that was cut off is not verified, and leaves no folder', async () => {
  const { path } = await backUp(app.core, { to: join(dir, 'whole.gz'), files: true })
  const good = await readFile(path)
  await writeFile(path, good.subarray(0, -100))
  await expect(verifyBackup(path, null, dir)).rejects.toMatchObject({ code: 'backup.broken' })
  expect((await readdir(dir)).filter((name) => name.startsWith('verify-'))).toEqual([])
})

it(
  'a run that fails is seen in doctor, metrics and log; the next success ends that',
  async () => {
    const failing = depsFor({ BACKUP_TO: join(dir, 'no-folder', 'below') })
    await writeFile(join(dir, 'no-folder'), 'a file')
    await recordBackupSchedule(app.core.db, SCHEDULE, new Date())
    const look = async () => {
      const metrics = createMetrics()
      watchCore(metrics, failing.core)
      const findings = await examine(failing.core, { repair: false })
      const text = await metrics.collect().finally(() => metrics.stop())
      return { finding: findings.find(({ part }) => part === 'backups'), text }
    }
    expect((await look()).finding).toMatchObject({ state: 'ok', says: expect.stringContaining('none yet') })

    await expect(run(scheduledBackupJob(failing.deps))).rejects.toThrow()
    expect(failing.lines.join('\n')).toMatch(/^error A scheduled backup failed .*no-folder/)
    const failed = await look()
    expect(failed.finding).toMatchObject({ state: 'failed', says: expect.stringContaining('no-folder') })
    expect(failed.text).toContain('backup_failing{reason="failed"} 1')
    expect(failed.text).not.toMatch(/^backup_last_success_timestamp_seconds /m)

    const working = depsFor({})
    await run(scheduledBackupJob(working.deps))
    expect(working.lines.join('\n')).toMatch(/^info A scheduled backup was made and verified/)
    const mended = await look()
    expect(mended.finding).toMatchObject({ state: 'ok', says: expect.stringMatching(/scheduled-.* rows, restored/) })
    expect(mended.text).toContain('backup_failing{reason="failed"} 0')
    expect(mended.text).toMatch(/^backup_last_success_timestamp_seconds \d+/m)
    expect((await readBackupStatus(app.core.db))?.good?.rows).toBeGreaterThan(0)
  },
  LIMIT,
)

it('a backup is overdue six hours after its time', () => {
  const status = (good: Date | null): BackupStatus => ({
    schedule: SCHEDULE,
    since: at(1, '12:00:00').toISOString(),
    last: null,
    good: good && { at: good.toISOString(), name: 'a', bytes: 1, rows: 1, seconds: 1 },
  })
  const isOverdue = (good: Date | null, now: Date) => backupHealth({ schedule: SCHEDULE }, status(good), now).isOverdue
  expect(isOverdue(null, at(2, '09:29:00'))).toBe(false)
  expect(isOverdue(null, at(2, '09:31:00'))).toBe(true)
  expect(isOverdue(at(2, '03:45:00'), at(2, '12:00:00'))).toBe(false)
  expect(isOverdue(at(2, '03:45:00'), at(3, '09:00:00'))).toBe(false)
  expect(isOverdue(at(2, '03:45:00'), at(3, '10:00:00'))).toBe(true)
  expect(backupHealth({ schedule: null }, status(null), at(9)).isOverdue).toBe(false)
})
