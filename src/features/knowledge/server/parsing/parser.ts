import { type ChildProcess, fork } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { inProgram } from '../../../../platform/program/index.ts'
import { askProcess } from './ask-process.ts'
import type { PixelImage } from './formats/pdf-images.ts'
import { lowerPriority } from './lower-priority.ts'
import type { ParserResult, ParserTask } from './parser-protocol.ts'
import type { ReadablePage, ReadDocument, ReadPage } from './read-result.ts'
import type { GrayImage } from './scanned-image.ts'
import { Unreadable } from './unreadable.ts'

export interface ReadableFile {
  name: string
  bytes: Uint8Array
}

/** Reads what comes from outside, in processes of its own. Throws Unreadable with the reason, or what aborted it. */
export interface Parser {
  /** With `scans` a file that consists of images alone is read without a text; `images` takes its images out. */
  document(file: ReadableFile & { scans?: boolean; images?: boolean }, signal?: AbortSignal): Promise<ReadDocument>
  /** The image that a page of a PDF consists of; null where it has none. */
  scannedImage(page: { bytes: Uint8Array; page: number }, signal?: AbortSignal): Promise<GrayImage | null>
  /** The images that the pages of a PDF show. */
  images(file: Pick<ReadableFile, 'bytes'>, signal?: AbortSignal): Promise<PixelImage[]>
  page(page: ReadablePage, signal?: AbortSignal): Promise<ReadPage>
  close(): Promise<void>
}

/** Processor time for one file. */
const TIME_LIMIT_MS = 30_000
const HEAP_MB = 256
const PROCESSES = 2
/** Maximum number of files per process; parsers leak memory. */
const TASKS_A_PROCESS = 250
const IDLE_MS = 20_000

const SOURCE = inProgram('src/features/knowledge/server/parsing/parser-process.ts')
/** Real paths of packages, which may be outside of the program's folder. */
const packages = () =>
  path.join(path.dirname(realpathSync(createRequire(import.meta.url).resolve('fflate'))), '..', '..')

function startProcess(): ChildProcess {
  const readable = [inProgram('src', '*'), inProgram('package.json'), path.join(packages(), '*')]
  const child = fork(SOURCE, [], {
    execArgv: [
      `--max-old-space-size=${HEAP_MB}`,
      '--permission',
      '--allow-worker',
      '--no-warnings',
      ...readable.map((one) => `--allow-fs-read=${one}`),
    ],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  lowerPriority(child)
  // Failures are reported to the caller; between requests they are irrelevant.
  child.on('error', () => {})
  // An idle parser must not keep the server alive.
  child.unref()
  child.channel?.unref()
  return child
}

const isAlive = (child: ChildProcess): boolean =>
  child.connected && child.exitCode === null && child.signalCode === null

interface Slot {
  child: ChildProcess | null
  tasks: number
  idle: NodeJS.Timeout | undefined
}

/** At most two at a time; who comes later waits. `timeLimitMs` is for tests. */
export function createParser({ timeLimitMs = TIME_LIMIT_MS }: { timeLimitMs?: number } = {}): Parser {
  const free: Slot[] = Array.from({ length: PROCESSES }, () => ({ child: null, tasks: 0, idle: undefined }))
  const slots = [...free]
  const waiting: ((slot: Slot) => void)[] = []
  let closed = false

  const take = (): Promise<Slot> => {
    const slot = free.pop()
    return slot ? Promise.resolve(slot) : new Promise((resolve) => waiting.push(resolve))
  }
  const end = (slot: Slot) => {
    clearTimeout(slot.idle)
    slot.child?.kill('SIGKILL')
    slot.child = null
    slot.tasks = 0
  }
  const give = (slot: Slot) => {
    if (slot.tasks >= TASKS_A_PROCESS || closed) end(slot)
    const next = waiting.shift()
    if (next) return next(slot)
    slot.idle = setTimeout(() => end(slot), IDLE_MS).unref()
    free.push(slot)
  }

  async function run(task: ParserTask, signal?: AbortSignal): Promise<ParserResult> {
    const slot = await take()
    clearTimeout(slot.idle)
    try {
      signal?.throwIfAborted()
      if (closed) throw new Error('The parser was closed.')
      // It may have been ended from outside while it waited.
      if (slot.child && !isAlive(slot.child)) end(slot)
      slot.child ??= startProcess()
      slot.tasks++
      const answer = await askProcess(slot.child, task, timeLimitMs, signal).catch((error: unknown) => {
        end(slot)
        throw error
      })
      if (answer.ok) return answer.result
      throw new Unreadable(answer.reason)
    } finally {
      give(slot)
    }
  }

  return {
    document: async ({ name, bytes, scans = false, images = false }, signal) =>
      (await run({ kind: 'document', name, bytes, scans, images }, signal)) as ReadDocument,
    scannedImage: async ({ bytes, page }, signal) =>
      (await run({ kind: 'scannedImage', bytes, page }, signal)) as GrayImage | null,
    images: async ({ bytes }, signal) => (await run({ kind: 'images', bytes }, signal)) as PixelImage[],
    page: async (page, signal) => (await run({ kind: 'page', ...page }, signal)) as ReadPage,
    async close() {
      closed = true
      for (const slot of slots) end(slot)
    },
  }
}
