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
export function parseJson(jsonText: string): unknown {
  try {
    return JSON.parse(jsonText)
  } catch (error) {
    throw malformedJson(error)
  }
}

/** One large body is parsed at a time. */
const inSerialQueue = createSerialQueue()

/**
 * Parses the JSON file in a thread and puts it together in small steps, between which the event loop serves others.
 * @throws invalid `request.malformed_json`, `request.invalid` for a malformed text; too_large `request.too_complex`
 */
export const parseLargeJson = (filePath: string): Promise<unknown> => inSerialQueue(() => parseInThread(filePath))

async function parseInThread(filePath: string): Promise<unknown> {
  const jsonWorker = new Worker(inProgram('src/platform/bodies/json-worker.ts'), {
    // The parent's flags (a test runner's loader, an inspector) are not for this thread.
    execArgv: [],
    env: {},
    workerData: { path: filePath },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  try {
    return await receiveValue(jsonWorker)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw tooComplex()
    throw error
  } finally {
    await jsonWorker.terminate()
  }
}

function refusalError({ why, path = '' }: Extract<JsonReply, { kind: 'refused' }>): AppError {
  if (why === 'syntax') return malformedJson()
  if (why === 'size') return tooComplex()
  const fieldErrors = [{ path, message: MALFORMED_TEXT }]
  return new AppError('invalid', 'request.invalid', MALFORMED_TEXT, { details: { fields: fieldErrors } })
}

async function receiveValue(jsonWorker: Worker): Promise<unknown> {
  let document: unknown
  for (;;) {
    jsonWorker.postMessage('next')
    const [reply] = (await once(jsonWorker, 'message')) as [JsonReply]
    if (reply.kind === 'end') return document
    if (reply.kind === 'refused') throw refusalError(reply)
    if ('document' in reply.piece) document = reply.piece.document
    else appendPiece(document, reply.piece)
  }
}
