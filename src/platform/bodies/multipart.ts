import { AppError } from '../../kernel/app-error.ts'

const MAX_PARTS = 50
const MAX_HEADER_BYTES = 8_192
/** A part up to this size is parsed together with its headers; the content of a longer one stays where it is. */
const INLINE_BYTES = 64 * 1024
/** Looked through at once. */
const WINDOW_BYTES = 1024 * 1024
const HEADERS_END = Buffer.from('\r\n\r\n')

/** Offsets in the body: `start` of the headers, `end` of the content. */
interface PartRange {
  start: number
  end: number
}

const malformed = () => new AppError('invalid', 'request.malformed', 'The request could not be read.')

const bytesBetween = async (requestBody: Blob, startOffset: number, endOffset: number): Promise<Buffer> =>
  Buffer.from(await requestBody.slice(startOffset, endOffset).arrayBuffer())

/** The offsets of the delimiters, read in windows that overlap by one delimiter. */
async function* delimitersIn(requestBody: Blob, delimiter: Buffer): AsyncGenerator<number> {
  for (let position = 0; position < requestBody.size; position += WINDOW_BYTES) {
    const searchWindow = await bytesBetween(requestBody, position, position + WINDOW_BYTES + delimiter.length - 1)
    for (
      let delimiterIndex = searchWindow.indexOf(delimiter);
      delimiterIndex !== -1;
      delimiterIndex = searchWindow.indexOf(delimiter, delimiterIndex + 1)
    )
      yield position + delimiterIndex
  }
}

async function partRangesOf(requestBody: Blob, boundary: string): Promise<PartRange[]> {
  const openingDelimiter = Buffer.from(`--${boundary}`)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const partRanges: PartRange[] = []
  let startOffset = (await bytesBetween(requestBody, 0, openingDelimiter.length)).equals(openingDelimiter)
    ? openingDelimiter.length
    : null
  for await (const position of delimitersIn(requestBody, delimiter)) {
    if (startOffset !== null && position >= startOffset) partRanges.push({ start: startOffset + 2, end: position })
    if (partRanges.length > MAX_PARTS) throw malformed()
    startOffset = position + delimiter.length
  }
  // Nothing but the end mark may follow the last delimiter.
  if (
    startOffset === null ||
    (await bytesBetween(requestBody, startOffset, startOffset + 2)).toString('latin1') !== '--'
  )
    throw malformed()
  return partRanges
}

/** The part's bytes with the content left out when it is long, and where that content is. */
async function outlineOf(
  requestBody: Blob,
  { start, end }: PartRange,
): Promise<{ bytes: Buffer; content: PartRange | null }> {
  if (end - start <= INLINE_BYTES) return { bytes: await bytesBetween(requestBody, start, end), content: null }
  const partHead = await bytesBetween(requestBody, start, start + MAX_HEADER_BYTES)
  const headerLength = partHead.indexOf(HEADERS_END)
  if (headerLength === -1) throw malformed()
  const headerBytes = partHead.subarray(0, headerLength + HEADERS_END.length)
  return { bytes: headerBytes, content: { start: start + headerBytes.length, end } }
}

/**
 * Parses multipart/form-data without reading long files: their `File` objects refer to the body, which may be on disk. The
 * platform's own parser reads names, types and short values.
 * @throws invalid `request.malformed`
 */
export async function parseMultipart(requestBody: Blob, contentType: string): Promise<FormData> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;,]{1,70}))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw malformed()
  const outlines = await Promise.all(
    (await partRangesOf(requestBody, boundary)).map((partRange) => outlineOf(requestBody, partRange)),
  )
  const formData = new FormData()
  if (outlines.length === 0) return formData
  const outlineParts = outlines.flatMap(({ bytes }) => [`--${boundary}\r\n`, bytes, '\r\n'])
  const parsedOutline = await new Response(new Blob([...outlineParts, `--${boundary}--\r\n`]), {
    headers: { 'content-type': contentType },
  })
    .formData()
    .catch((cause: unknown) => {
      throw new AppError('invalid', 'request.malformed', 'The request could not be read.', { cause })
    })
  const outlineEntries = [...parsedOutline.entries()]
  if (outlineEntries.length !== outlines.length) throw malformed()
  outlineEntries.forEach(([name, value], entryIndex) => {
    const partContent = outlines[entryIndex]?.content
    if (!partContent) formData.append(name, value)
    else if (typeof value === 'string') throw malformed()
    else
      formData.append(
        name,
        new File([requestBody.slice(partContent.start, partContent.end)], value.name, { type: value.type }),
      )
  })
  return formData
}
