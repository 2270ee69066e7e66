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

const fileSizeOf = (targetPath: string): Promise<number | null> =>
  stat(targetPath).then(
    ({ size }) => size,
    () => null,
  )

/** Downloads a file, continuing what is at `target` already; a connection that breaks is made again. Throws ModelError. */
export async function download(fileUrl: URL, targetPath: string, { file, onBytes }: DownloadOptions): Promise<void> {
  let reported = 0
  const reportSize = (fileBytes: number) => {
    onBytes(fileBytes - reported)
    reported = fileBytes
  }
  for (let failures = 0; ; ) {
    const bytesBefore = await fileSizeOf(targetPath)
    reportSize(bytesBefore ?? 0)
    if (bytesBefore === file.bytes) return
    try {
      await receiveFile(fileUrl, targetPath, {
        from: bytesBefore !== null && bytesBefore < file.bytes ? bytesBefore : 0,
        report: reportSize,
      })
    } catch (error) {
      if (error instanceof ModelError) throw error
      const arrivedBytes = (await fileSizeOf(targetPath)) ?? 0
      failures = arrivedBytes > (bytesBefore ?? 0) ? 1 : failures + 1
      if (failures >= MAX_ATTEMPTS) {
        throw new ModelError(
          `The download of ${file.path} stopped at ${arrivedBytes} of ${file.bytes} bytes. Run the command again to continue.`,
          { cause: error },
        )
      }
      if (failures > 1) await pause(failures * PAUSE_MS)
      continue
    }
    const fileBytes = await fileSizeOf(targetPath)
    if (fileBytes !== file.bytes) throw new ModelError(`${file.path} has ${fileBytes} bytes instead of ${file.bytes}.`)
  }
}

async function receiveFile(
  fileUrl: URL,
  targetPath: string,
  { from, report }: { from: number; report: (size: number) => void },
): Promise<void> {
  const rangeHeader: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {}
  // A compressed response would have another length, and could not be continued.
  const response = await fetch(fileUrl, { headers: { 'accept-encoding': 'identity', ...rangeHeader } })
  if (response.status >= 500 || response.status === 429) throw new Error(`The answer is ${response.status}`)
  if (!response.ok || !response.body)
    throw new ModelError(`${fileUrl.host} answers ${response.status} for ${fileUrl.pathname}.`)
  const isContinued = response.status === 206
  let fileBytes = isContinued ? from : 0
  const countingStream = new Transform({
    transform(bodyChunk: Buffer, _encoding, onChunkDone) {
      fileBytes += bodyChunk.length
      report(fileBytes)
      onChunkDone(null, bodyChunk)
    },
  })
  await pipeline(
    Readable.fromWeb(response.body),
    countingStream,
    createWriteStream(targetPath, { flags: isContinued ? 'a' : 'w' }),
  )
}
