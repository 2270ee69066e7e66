// The thread that parses one large JSON body. It sends a piece for each message it gets, so that the server receives one
// piece in a turn of its event loop.
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { malformedTextIn } from '../../kernel/well-formed-text.ts'
import { checkComplexity, type JsonPiece, jsonPieces, TooComplex } from './json-pieces.ts'

/** `refused` ends the conversation. */
export type JsonReply =
  | { kind: 'piece'; piece: JsonPiece }
  | { kind: 'end' }
  | { kind: 'refused'; why: 'syntax' | 'size' | 'text'; path?: string }

const { path } = workerData as { path: string }

class MalformedText extends Error {}

function* readPieces(): Generator<JsonPiece> {
  const fileBytes = readFileSync(path)
  checkComplexity(fileBytes)
  const document: unknown = JSON.parse(new TextDecoder().decode(fileBytes))
  const malformed = malformedTextIn(document)
  if (malformed !== null) throw new MalformedText(malformed)
  yield* jsonPieces(document)
}

function replyFrom(jsonPieces: Generator<JsonPiece>): JsonReply {
  try {
    const { done, value } = jsonPieces.next()
    return done ? { kind: 'end' } : { kind: 'piece', piece: value }
  } catch (error) {
    if (error instanceof TooComplex) return { kind: 'refused', why: 'size' }
    if (error instanceof MalformedText) return { kind: 'refused', why: 'text', path: error.message }
    if (error instanceof SyntaxError) return { kind: 'refused', why: 'syntax' }
    throw error
  }
}

const pieces = readPieces()
parentPort?.on('message', () => parentPort?.postMessage(replyFrom(pieces)))
