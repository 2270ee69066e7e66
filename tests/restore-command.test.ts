import { execFile as execFileCallback } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { plainEnvironment, ROOT } from './support/app/server-files.ts'

const execFile = promisify(execFileCallback)
const HEADER = '{"header":{"format":"answerloom-backup","version":1,"made_at":"","migrations":[],"notes":{}}}'

test('a truncated backup leaves nothing in the data folder, and no secret key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'restore-command-'))
  const file = join(folder, 'cut.jsonl.gz')
  writeFileSync(file, gzipSync(`${HEADER}\n{"table":"faqs"}\n`).subarray(0, -6))
  const dataDir = join(folder, 'data')
  try {
    const env = { ...plainEnvironment(), DATA_DIR: dataDir }
    const run = execFile(process.execPath, [join(ROOT, 'src/main.ts'), 'restore', '--from', file], { env })
    await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('This backup cannot be read') })
    expect(readdirSync(folder)).toEqual(['cut.jsonl.gz'])
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 120_000)
