import { AppError } from '../../kernel/app-error.ts'

const MAX_PARTS = 50
const MAX_HEADER_BYTES = 8_192
/** A part up to this size is parsed together with its headers; the content of a longer one stays where it is. */
const INLINE_BYTES = 64 * 1024
/** Looked through at once. */
const WINDOW_BYTES = 1024 * 1024
const HEADERS_END = Buffer.from('\r\n\r\n')

/** Offsets in the body: `start` of the headers, `end` of the content. */
interface Part {
  start: number
  end: number
}

const malformed = () => new AppError('invalid', 'request.malformed', 'The request could not be read.')

const bytesOf = async (body: Blob, start: number, end: number): Promise<Buffer> =>
  Buffer.from(await body.slice(start, end).arrayBuffer())

/** The offsets of the delimiters, read in windows that overlap by one delimiter. */
async function* delimitersIn(body: Blob, delimiter: Buffer): AsyncGenerator<number> {
  for (let position = 0; position < body.size; position += WINDOW_BYTES) {
    const window = await bytesOf(body, position, position + WINDOW_BYTES + delimiter.length - 1)
    for (let found = window.indexOf(delimiter); found !== -1; found = window.indexOf(delimiter, found + 1))
      yield position + found
  }
}

async function partsOf(body: Blob, boundary: string): Promise<Part[]> {
  const opening = Buffer.from(`--${boundary}`)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const parts: Part[] = []
  let start = (await bytesOf(body, 0, opening.length)).equals(opening) ? opening.length : null
  for await (const position of delimitersIn(body, delimiter)) {
    if (start !== null && position >= start) parts.push({ start: start + 2, end: position })
    if (parts.length > MAX_PARTS) throw malformed()
    start = position + delimiter.length
  }
  // Nothing but the end mark may follow the last delimiter.
  if (start === null || (await bytesOf(body, start, start + 2)).toString('latin1') !== '--') throw malformed()
  return parts
}

/** The part's bytes with the content left out when it is long, and where that content is. */
async function outlineOf(body: Blob, { start, end }: Part): Promise<{ bytes: Buffer; content: Part | null }> {
  if (end - start <= INLINE_BYTES) return { bytes: await bytesOf(body, start, end), content: null }
  const head = await bytesOf(body, start, start + MAX_HEADER_BYTES)
  const length = head.indexOf(HEADERS_END)
  if (length === -1) throw malformed()
  const headers = head.subarray(0, length + HEADERS_END.length)
  return { bytes: headers, content: { start: start + headers.length, end } }
}

/**
 * Parses multipart/form-data without reading long files: their `File` objects refer to the body, which may be on disk. The
 * platform's own parser reads names, types and short values.
 * @throws invalid `request.malformed`
 */
export async function parseMultipart(body: Blob, contentType: string): Promise<FormData> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;,]{1,70}))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw malformed()
  const outlines = await Promise.all((await partsOf(body, boundary)).map((part) => outlineOf(body, part)))
  const form = new FormData()
  if (outlines.length === 0) return form
  const outline = outlines.flatMap(({ bytes }) => [`--${boundary}\r\n`, bytes, '\r\n'])
  const parsed = await new Response(new Blob([...outline, `--${boundary}--\r\n`]), {
    headers: { 'content-type': contentType },
  })
    .formData()
    .catch((cause: unknown) => {
      throw new AppError('invalid', 'request.malformed', 'The request could not be read.', { cause })
    })
  const entries = [...parsed.entries()]
  if (entries.length !== outlines.length) throw malformed()
  entries.forEach(([name, value], index) => {
    const content = outlines[index]?.content
    if (!content) form.append(name, value)
    else if (typeof value === 'string') throw malformed()
    else form.append(name, new File([body.slice(content.start, content.end)], value.name, { type: value.type }))
  })
  return form
}
