import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../kernel/app-error.ts'
import { createSerialQueue } from '../../kernel/serial-queue.ts'
import { MALFORMED_TEXT } from '../../kernel/well-formed-text.ts'
import { inProgram } from '../program/index.ts'
import { appendPiece } from './json-pieces.ts'
import type { JsonReply } from './json-worker.ts'

/** Memory of the thread; a body that needs more ends the thread and nothing else. */
const HEAP_MB = 512

const malformedJson = (cause?: unknown): AppError =>
  new AppError('invalid', 'request.malformed_json', 'The body is not valid JSON.', { cause })
const tooComplex = () =>
  new AppError('too_large', 'request.too_complex', 'The body holds too many values, or a value that is too large.')

/** @throws invalid `request.malformed_json` */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw malformedJson(error)
  }
}

/** One large body is parsed at a time. */
const inTurn = createSerialQueue()

/**
 * Parses the JSON file in a thread and puts it together in small steps, between which the event loop serves others.
 * @throws invalid `request.malformed_json`, `request.invalid` for a malformed text; too_large `request.too_complex`
 */
export const parseLargeJson = (path: string): Promise<unknown> => inTurn(() => parseInThread(path))

async function parseInThread(path: string): Promise<unknown> {
  const worker = new Worker(inProgram('src/platform/bodies/json-worker.ts'), {
    // The parent's flags (a test runner's loader, an inspector) are not for this thread.
    execArgv: [],
    env: {},
    workerData: { path },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  try {
    return await receive(worker)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw tooComplex()
    throw error
  } finally {
    await worker.terminate()
  }
}

function refusal({ why, path = '' }: Extract<JsonReply, { kind: 'refused' }>): AppError {
  if (why === 'syntax') return malformedJson()
  if (why === 'size') return tooComplex()
  const fields = [{ path, message: MALFORMED_TEXT }]
  return new AppError('invalid', 'request.invalid', MALFORMED_TEXT, { details: { fields } })
}

async function receive(worker: Worker): Promise<unknown> {
  let document: unknown
  for (;;) {
    worker.postMessage('next')
    const [reply] = (await once(worker, 'message')) as [JsonReply]
    if (reply.kind === 'end') return document
    if (reply.kind === 'refused') throw refusal(reply)
    if ('document' in reply.piece) document = reply.piece.document
    else appendPiece(document, reply.piece)
  }
}
