import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { ModelError } from '../model-files.ts'
import type { SourceFile } from './model-source.ts'

/** Attempts in a row in which nothing arrives. */
const MAX_ATTEMPTS = 5
const PAUSE_MS = 1_000

interface DownloadOptions {
  file: SourceFile
  onBytes: (bytes: number) => void
}

const sizeOf = (target: string): Promise<number | null> =>
  stat(target).then(
    ({ size }) => size,
    () => null,
  )

/** Downloads a file, continuing what is at `target` already; a connection that breaks is made again. Throws ModelError. */
export async function download(url: URL, target: string, { file, onBytes }: DownloadOptions): Promise<void> {
  let reported = 0
  const report = (size: number) => {
    onBytes(size - reported)
    reported = size
  }
  for (let failures = 0; ; ) {
    const before = await sizeOf(target)
    report(before ?? 0)
    if (before === file.bytes) return
    try {
      await receive(url, target, { from: before !== null && before < file.bytes ? before : 0, report })
    } catch (error) {
      if (error instanceof ModelError) throw error
      const arrived = (await sizeOf(target)) ?? 0
      failures = arrived > (before ?? 0) ? 1 : failures + 1
      if (failures >= MAX_ATTEMPTS) {
        throw new ModelError(
          `The download of ${file.path} stopped at ${arrived} of ${file.bytes} bytes. Run the command again to continue.`,
          { cause: error },
        )
      }
      if (failures > 1) await pause(failures * PAUSE_MS)
      continue
    }
    const size = await sizeOf(target)
    if (size !== file.bytes) throw new ModelError(`${file.path} has ${size} bytes instead of ${file.bytes}.`)
  }
}

async function receive(
  url: URL,
  target: string,
  { from, report }: { from: number; report: (size: number) => void },
): Promise<void> {
  const range: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {}
  // A compressed response would have another length, and could not be continued.
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity', ...range } })
  if (response.status >= 500 || response.status === 429) throw new Error(`The answer is ${response.status}`)
  if (!response.ok || !response.body)
    throw new ModelError(`${url.host} answers ${response.status} for ${url.pathname}.`)
  const isContinued = response.status === 206
  let size = isContinued ? from : 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      report(size)
      done(null, chunk)
    },
  })
  await pipeline(
    Readable.fromWeb(response.body),
    counted,
    createWriteStream(target, { flags: isContinued ? 'a' : 'w' }),
  )
}
