// Copies of backups from a bucket, which contain all data of an installation.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deleteLeftCopies } from './fetch-backup.ts'

const MODULE = new URL('./fetch-backup.ts', import.meta.url).href

/** A storage service that begins a file and never ends it. */
async function startHangingBucket() {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('begun')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('the copy of a restore that was killed is deleted, and not that of one that runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'left-copies-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const endpoint = await startHangingBucket()
  const env = {
    PATH: process.env.PATH,
    TMPDIR: folder,
    S3_ENDPOINT: endpoint,
    S3_REGION: 'eu-test-1',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    S3_FORCE_PATH_STYLE: 'on',
  }
  const script = `import(${JSON.stringify(MODULE)}).then(({ openBackup }) => openBackup('s3://backups/of/one.jsonl.gz', process.env))`
  const restore = spawn(process.execPath, ['--eval', script], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(() => void restore.kill('SIGKILL'))
  const copies = () => readdirSync(folder)
  const begun = () => copies().map((name) => readFileSync(join(folder, name, 'one.jsonl.gz'), 'utf8'))
  await expect.poll(begun, { timeout: 30_000 }).toEqual(['begun'])

  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  mkdirSync(join(folder, 'of-another-program'))
  await deleteLeftCopies()
  expect(copies()).toHaveLength(2)
  const ended = once(restore, 'exit')
  restore.kill('SIGKILL')
  await ended
  await deleteLeftCopies()
  expect(copies()).toEqual(['of-another-program'])
})
