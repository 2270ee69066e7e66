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
const MAX_HEAP_MB = 256
const MAX_PROCESSES = 2
/** Parsers leak memory. */
const MAX_TASKS_PER_PROCESS = 250
const MAX_IDLE_MS = 20_000

const PROCESS_SOURCE = inProgram('src/features/knowledge/server/parsing/parser-process.ts')
/** Real paths of packages, which may be outside of the program's folder. */
const packagesFolder = () =>
  path.join(path.dirname(realpathSync(createRequire(import.meta.url).resolve('fflate'))), '..', '..')

function startProcess(): ChildProcess {
  const readablePaths = [inProgram('src', '*'), inProgram('package.json'), path.join(packagesFolder(), '*')]
  const childProcess = fork(PROCESS_SOURCE, [], {
    execArgv: [
      `--max-old-space-size=${MAX_HEAP_MB}`,
      '--permission',
      '--allow-worker',
      '--no-warnings',
      ...readablePaths.map((readablePath) => `--allow-fs-read=${readablePath}`),
    ],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  lowerPriority(childProcess)
  // Failures are reported to the caller; between requests they are irrelevant.
  childProcess.on('error', () => {})
  // An idle parser must not keep the server alive.
  childProcess.unref()
  childProcess.channel?.unref()
  return childProcess
}

const isAlive = (childProcess: ChildProcess): boolean =>
  childProcess.connected && childProcess.exitCode === null && childProcess.signalCode === null

interface ParserSlot {
  child: ChildProcess | null
  tasks: number
  idle: NodeJS.Timeout | undefined
}

/** At most two at a time; who comes later waits. `timeLimitMs` is for tests. */
export function createParser({ timeLimitMs = TIME_LIMIT_MS }: { timeLimitMs?: number } = {}): Parser {
  const freeSlots: ParserSlot[] = Array.from({ length: MAX_PROCESSES }, () => ({
    child: null,
    tasks: 0,
    idle: undefined,
  }))
  const allSlots = [...freeSlots]
  const waitingTasks: ((slot: ParserSlot) => void)[] = []
  let isClosed = false

  const takeSlot = (): Promise<ParserSlot> => {
    const slot = freeSlots.pop()
    return slot ? Promise.resolve(slot) : new Promise((resolve) => waitingTasks.push(resolve))
  }
  const endProcess = (slot: ParserSlot) => {
    clearTimeout(slot.idle)
    slot.child?.kill('SIGKILL')
    slot.child = null
    slot.tasks = 0
  }
  const releaseSlot = (slot: ParserSlot) => {
    if (slot.tasks >= MAX_TASKS_PER_PROCESS || isClosed) endProcess(slot)
    const nextWaiting = waitingTasks.shift()
    if (nextWaiting) return nextWaiting(slot)
    slot.idle = setTimeout(() => endProcess(slot), MAX_IDLE_MS).unref()
    freeSlots.push(slot)
  }

  async function runTask(parserTask: ParserTask, signal?: AbortSignal): Promise<ParserResult> {
    const slot = await takeSlot()
    clearTimeout(slot.idle)
    try {
      signal?.throwIfAborted()
      if (isClosed) throw new Error('The parser was closed.')
      // It may have been ended from outside while it waited.
      if (slot.child && !isAlive(slot.child)) endProcess(slot)
      slot.child ??= startProcess()
      slot.tasks++
      const parserAnswer = await askProcess(slot.child, parserTask, timeLimitMs, signal).catch((taskError: unknown) => {
        endProcess(slot)
        throw taskError
      })
      if (parserAnswer.ok) return parserAnswer.result
      throw new Unreadable(parserAnswer.reason)
    } finally {
      releaseSlot(slot)
    }
  }

  return {
    document: async ({ name, bytes, scans = false, images = false }, signal) =>
      (await runTask({ kind: 'document', name, bytes, scans, images }, signal)) as ReadDocument,
    scannedImage: async ({ bytes, page }, signal) =>
      (await runTask({ kind: 'scannedImage', bytes, page }, signal)) as GrayImage | null,
    images: async ({ bytes }, signal) => (await runTask({ kind: 'images', bytes }, signal)) as PixelImage[],
    page: async (page, signal) => (await runTask({ kind: 'page', ...page }, signal)) as ReadPage,
    async close() {
      isClosed = true
      for (const slot of allSlots) endProcess(slot)
    },
  }
}
