import { readFile } from 'node:fs/promises'
import { AppError } from '../../kernel/app-error.ts'
import { type ByteBudget, type ByteLease, type ByteLimits, createByteBudget } from './byte-budget.ts'
import { parseMultipart } from './multipart.ts'
import { parseJson, parseLargeJson } from './parse-json.ts'
import { createSpool, type SpooledFile } from './spooled-file.ts'

const MEGABYTE = 1024 * 1024
/** The most that is read of a body before it is known who sends it, and the most that is kept of one in memory. */
export const SMALL_BODY_BYTES = 64 * 1024
/** A larger JSON document is parsed in a thread. */
const LARGE_JSON_BYTES = MEGABYTE
/** A small body has this long to arrive; the server's own limit for a request applies to larger ones. */
const SMALL_BODY_MS = 30_000
/**
 * Small bodies are in memory, larger ones in files. Those of strangers, of known callers, and files have a budget each, so
 * that strangers can use up theirs alone.
 */
const MEMORY_LIMITS: ByteLimits = { perAddress: 16 * MEGABYTE, total: 64 * MEGABYTE }
const DISK_LIMITS: ByteLimits = { perAddress: 192 * MEGABYTE, total: 1024 * MEGABYTE }

/** A body that has not been read yet. */
export interface BodySource {
  stream: AsyncIterable<Uint8Array> | null
  contentType: string | null
  /** Null when it is not announced. */
  contentLength: number | null
  address: string
  /** Called before the first byte is read. */
  onRead?: (() => void) | undefined
}

/** The body of one request. It is read once, by the first of these methods that is called. */
export interface RequestBody {
  /** At most 64 KB as text. @throws what reading throws */
  text(): Promise<string>
  /** At most 64 KB of a form. @throws what reading throws; invalid `request.malformed` */
  form(): Promise<FormData>
  /**
   * A procedure's input by its content type: JSON, a form, or at most 64 KB of any other text; undefined without a body. Only for callers who are known.
   * @throws what reading throws; invalid `request.malformed`, `request.malformed_json`; too_large `request.too_complex`
   */
  input(maxBytes: number): Promise<unknown>
  /** True when `input` is known to be well-formed; shorter inputs are validated by their readers. */
  readonly hasCheckedTexts: boolean
  /** Removes what was stored; to be called at the end of the request. */
  close(): Promise<void>
}

/**
 * Reads bodies within limits. Reading throws too_large `request.too_large`; rate_limited `request.too_many_bytes`;
 * unavailable `server.busy`, `storage.full`; invalid `request.aborted`, `request.timeout`.
 */
export interface BodyReader {
  open(source: BodySource): RequestBody
  /** Bytes of bodies that are being received or processed. */
  readonly bytesInFlight: number
}

export interface BodyReaderOptions {
  /** Folder for bodies above 64 KB until their request ends. */
  folder: string
  /** Limits of small bodies, for strangers and again for known callers. */
  memoryLimits?: ByteLimits
  diskLimits?: ByteLimits
  smallBodyMs?: number
}

type Received = { bytes: Buffer; file: null } | { bytes: null; file: SpooledFile; size: number }

export function tooLarge(maxBytes: number): AppError {
  const limitText = maxBytes >= MEGABYTE ? `${Math.floor(maxBytes / MEGABYTE)} MB` : `${Math.floor(maxBytes / 1024)} KB`
  return new AppError('too_large', 'request.too_large', `The request is larger than ${limitText}.`, {
    details: { max_bytes: maxBytes },
  })
}

const timedOut = () => new AppError('invalid', 'request.timeout', 'The request took too long to arrive.')

/** The chunks of a stream until the time is up. */
async function* chunksWithin(byteStream: AsyncIterable<Uint8Array>, milliseconds: number | null) {
  const { promise: expired, reject } = Promise.withResolvers<never>()
  expired.catch(() => {})
  const receiveTimer = milliseconds === null ? undefined : setTimeout(() => reject(timedOut()), milliseconds)
  const chunkIterator = byteStream[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await (receiveTimer
        ? Promise.race([chunkIterator.next(), expired])
        : chunkIterator.next())
      if (done) return
      yield value
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('invalid', 'request.aborted', 'The connection was closed before the request had arrived.', {
      cause,
    })
  } finally {
    clearTimeout(receiveTimer)
  }
}

export function createBodyReader(readerOptions: BodyReaderOptions): BodyReader {
  const memoryLimits = readerOptions.memoryLimits ?? MEMORY_LIMITS
  const anonymous = createByteBudget(memoryLimits)
  const knownBudget = createByteBudget(memoryLimits)
  const diskBudget = createByteBudget(readerOptions.diskLimits ?? DISK_LIMITS)
  const spoolFile = createSpool(readerOptions.folder)
  const smallBodyMs = readerOptions.smallBodyMs ?? SMALL_BODY_MS
  return {
    open: (bodySource) =>
      openBody(bodySource, { anonymous, known: knownBudget, disk: diskBudget, spool: spoolFile, smallBodyMs }),
    get bytesInFlight() {
      return anonymous.inFlight + knownBudget.inFlight + diskBudget.inFlight
    },
  }
}

interface BodyMeans {
  anonymous: ByteBudget
  known: ByteBudget
  disk: ByteBudget
  spool: () => Promise<SpooledFile>
  smallBodyMs: number
}

function openBody(bodySource: BodySource, { anonymous, known, disk, spool, smallBodyMs }: BodyMeans): RequestBody {
  const byteLeases: ByteLease[] = []
  let storedFile: SpooledFile | null = null
  let hasCheckedTexts = false

  const leaseBytes = (byteBudget: ByteBudget, leasedBytes: number): ByteLease => {
    const reservation = byteBudget.lease(bodySource.address)
    reservation.reserve(leasedBytes)
    byteLeases.push(reservation)
    return reservation
  }

  async function receiveBody(maxBytes: number): Promise<Received> {
    const { stream, contentLength } = bodySource
    if (contentLength !== null && contentLength > maxBytes) throw tooLarge(maxBytes)
    if (stream === null || contentLength === 0) return { bytes: Buffer.alloc(0), file: null }
    // An announced length is reserved at once: two bodies that each wait for the other's room would never end.
    const isSmallBody = Math.min(contentLength ?? 0, maxBytes) <= SMALL_BODY_BYTES
    const memoryBudget = maxBytes > SMALL_BODY_BYTES ? known : anonymous
    const reservation = isSmallBody
      ? leaseBytes(memoryBudget, contentLength ?? SMALL_BODY_BYTES)
      : leaseBytes(disk, contentLength ?? 0)
    bodySource.onRead?.()
    const isBounded = maxBytes <= SMALL_BODY_BYTES || (isSmallBody && contentLength !== null)
    return readChunks(chunksWithin(stream, isBounded ? smallBodyMs : null), maxBytes, isSmallBody ? null : reservation)
  }

  async function readChunks(
    chunkIterator: AsyncIterable<Uint8Array>,
    maxBytes: number,
    announced: ByteLease | null,
  ): Promise<Received> {
    const memoryParts: Uint8Array[] = []
    let isOnDisk = announced
    let receivedBytes = 0
    for await (const bodyChunk of chunkIterator) {
      const sizeBefore = receivedBytes
      receivedBytes += bodyChunk.byteLength
      if (receivedBytes > maxBytes) throw tooLarge(maxBytes)
      if (receivedBytes <= SMALL_BODY_BYTES) {
        memoryParts.push(bodyChunk)
        continue
      }
      // Without an announced length the room is reserved as it is needed.
      if (isOnDisk === null) isOnDisk = leaseBytes(disk, sizeBefore)
      if (isOnDisk !== announced) isOnDisk.reserve(bodyChunk.byteLength)
      storedFile ??= await spool()
      for (const memoryPart of memoryParts.splice(0)) await storedFile.write(memoryPart)
      await storedFile.write(bodyChunk)
    }
    return storedFile
      ? { bytes: null, file: storedFile, size: receivedBytes }
      : { bytes: Buffer.concat(memoryParts), file: null }
  }

  async function text(maxBytes: number): Promise<string> {
    const { bytes, file } = await receiveBody(maxBytes)
    return new TextDecoder().decode(bytes ?? (await readFile(file.path)))
  }

  async function json(maxBytes: number): Promise<unknown> {
    const received = await receiveBody(maxBytes)
    if (received.file && received.size > LARGE_JSON_BYTES) {
      await received.file.blob()
      const document = await parseLargeJson(received.file.path)
      hasCheckedTexts = true
      return document
    }
    const decodedText = new TextDecoder().decode(received.bytes ?? (await readFile(received.file.path)))
    return decodedText === '' ? undefined : parseJson(decodedText)
  }

  async function form(contentType: string, maxBytes: number): Promise<FormData> {
    const { bytes, file } = await receiveBody(maxBytes)
    return parseMultipart(file ? await file.blob() : new Blob([bytes]), contentType)
  }

  async function fields(): Promise<FormData> {
    const formEntries = new FormData()
    for (const [name, value] of new URLSearchParams(await text(SMALL_BODY_BYTES))) formEntries.append(name, value)
    return formEntries
  }

  const type = bodySource.contentType ?? ''
  const isMultipart = /^multipart\/form-data\b/i.test(type)
  const isFields = /^application\/x-www-form-urlencoded\b/i.test(type)
  return {
    text: () => text(SMALL_BODY_BYTES),
    form: async () => (isMultipart ? form(type, SMALL_BODY_BYTES) : fields()),
    async input(maxBytes) {
      if (isMultipart) return form(type, maxBytes)
      if (isFields) return fields()
      if (type === '' || /^application\/json\b/i.test(type)) return json(maxBytes)
      return text(SMALL_BODY_BYTES)
    },
    get hasCheckedTexts() {
      return hasCheckedTexts
    },
    async close() {
      for (const reservation of byteLeases) reservation.release()
      await storedFile?.remove()
    },
  }
}
