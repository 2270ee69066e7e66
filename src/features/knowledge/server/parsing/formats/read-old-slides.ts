import CFB from 'cfb'
import { placeMark } from '../../../domain/place-marks.ts'
import type { ReadDocument } from '../read-result.ts'
import { DAMAGED, PROTECTED, Unreadable } from '../unreadable.ts'

/** Records of the binary PowerPoint format (MS-PPT). */
const RECORD = {
  slide: 0x03ee,
  slidePersist: 0x03f3,
  slideAtom: 0x03ef,
  shape: 0xf004,
  placeholder: 0x0bc3,
  notes: 0x03f0,
  textChars: 0x0fa0,
  textBytes: 0x0fa8,
  slideList: 0x0ff0,
  userEdit: 0x0ff5,
  persistDirectory: 0x1772,
  document: 0x03e8,
  clientTextbox: 0xf00d,
  /** Tags of newer versions; their data is a list of records, too. */
  tagData: 0x138b,
  comment: 0x2ee0,
  headersFooters: 0x0fd9,
  headersFootersAtom: 0x0fda,
  string: 0x0fba,
} as const
const ENCRYPTED_USER = 0xf3d1c4df
/** Flag of footers that show a date as it was typed. */
const HAS_TYPED_DATE = 4
const DEPTH_MAX = 40

interface PptRecord {
  type: number
  instance: number
  isContainer: boolean
  start: number
  end: number
}

function* recordsIn(stream: Buffer, start: number, end: number): Generator<PptRecord> {
  for (let at = start; at + 8 <= end; ) {
    const header = stream.readUInt16LE(at)
    const length = stream.readUInt32LE(at + 4)
    const stop = at + 8 + length
    if (stop > end) return
    const isContainer = (header & 0xf) === 0xf
    yield { type: stream.readUInt16LE(at + 2), instance: header >> 4, isContainer, start: at + 8, end: stop }
    at = stop
  }
}

/** The string with a number in a container of strings: 1 is the text of a comment, 2 is a footer. */
function stringIn(stream: Buffer, { start, end }: PptRecord, number: number): string {
  const found = [...recordsIn(stream, start, end)].find(
    ({ type, instance }) => type === RECORD.string && instance === number,
  )
  return found ? stream.toString('utf16le', found.start, found.end).trim() : ''
}

/** A date that was typed, and the text of a footer. */
function footerText(stream: Buffer, record: PptRecord): string {
  const atom = recordsIn(stream, record.start, record.end).find(({ type }) => type === RECORD.headersFootersAtom)
  const showsDate =
    atom !== undefined && atom.end - atom.start >= 4 && stream.readUInt16LE(atom.start + 2) & HAS_TYPED_DATE
  return [showsDate ? stringIn(stream, record, 0) : '', stringIn(stream, record, 2)].filter(Boolean).join(' ')
}

/** The footers of a document, a slide or notes. */
const footersIn = (stream: Buffer, { start, end }: PptRecord): string[] =>
  [...recordsIn(stream, start, end)]
    .filter(({ type }) => type === RECORD.headersFooters)
    .map((record) => footerText(stream, record))
    .filter((footer) => footer !== '')

/** The texts in a container, in the order of the file. */
function textsIn(stream: Buffer, { start, end }: Pick<PptRecord, 'start' | 'end'>, depth = 0): string[] {
  if (depth > DEPTH_MAX) return []
  return [...recordsIn(stream, start, end)].flatMap((record) => {
    const bytes = stream.subarray(record.start, record.end)
    if (record.type === RECORD.textChars) return [bytes.toString('utf16le')]
    if (record.type === RECORD.textBytes) return [bytes.toString('latin1')]
    if (record.type === RECORD.comment) return [`Comment: ${stringIn(stream, record, 1)}`]
    return record.isContainer || record.type === RECORD.clientTextbox || record.type === RECORD.tagData
      ? textsIn(stream, record, depth + 1)
      : []
  })
}

/** Offsets of records by the number that others name them by; the newest edit of the file wins. */
function persistOffsets(stream: Buffer): Map<number, number> {
  const offsets = new Map<number, number>()
  for (const record of recordsIn(stream, 0, stream.length)) {
    if (record.type !== RECORD.persistDirectory) continue
    for (let at = record.start; at + 4 <= record.end; ) {
      const head = stream.readUInt32LE(at)
      const [first, count] = [head & 0xfffff, head >>> 20]
      at += 4
      for (let index = 0; index < count && at + 4 <= record.end; index++, at += 4)
        offsets.set(first + index, stream.readUInt32LE(at))
    }
  }
  return offsets
}

/** Paragraphs end with a carriage return; a vertical tab is a line break in one. */
const paragraphs = (texts: readonly string[]): string[] =>
  texts
    .flatMap((text) => text.split('\r'))
    .map((text) => text.replace(/[\v\s]+/g, ' ').trim())
    .filter((text) => text !== '' && text !== '*')

interface SlideEntry {
  id: number
  offset: number | undefined
  outline: string[]
}

/** The slides or notes in the order of their list, with the texts that the list itself holds. */
function entriesOf(stream: Buffer, list: PptRecord, offsets: ReadonlyMap<number, number>): SlideEntry[] {
  const entries: SlideEntry[] = []
  for (const record of recordsIn(stream, list.start, list.end)) {
    const bytes = stream.subarray(record.start, record.end)
    if (record.type === RECORD.slidePersist)
      entries.push({
        id: bytes.length < 16 ? 0 : bytes.readUInt32LE(12),
        offset: offsets.get(bytes.readUInt32LE(0)),
        outline: [],
      })
    else if (record.type === RECORD.textChars) entries.at(-1)?.outline.push(bytes.toString('utf16le'))
    else if (record.type === RECORD.textBytes) entries.at(-1)?.outline.push(bytes.toString('latin1'))
  }
  return entries
}

function recordOf(stream: Buffer, { offset }: SlideEntry): PptRecord | undefined {
  return offset === undefined ? undefined : recordsIn(stream, offset, stream.length).next().value || undefined
}

/** The id of the master whose shapes a slide shows; null when it shows none. */
function masterIdOf(stream: Buffer, entry: SlideEntry): number | null {
  const slide = recordOf(stream, entry)
  const atom = slide && recordsIn(stream, slide.start, slide.end).find(({ type }) => type === RECORD.slideAtom)
  const showsMaster =
    atom !== undefined && atom.end - atom.start >= 22 && (stream.readUInt16LE(atom.start + 20) & 1) === 1
  return showsMaster ? stream.readUInt32LE(atom.start + 12) : null
}

/** All records in a container, those of its containers included. */
function* recordsBelow(stream: Buffer, { start, end }: PptRecord, depth = 0): Generator<PptRecord> {
  for (const record of recordsIn(stream, start, end)) {
    yield record
    if (record.isContainer && depth < DEPTH_MAX) yield* recordsBelow(stream, record, depth + 1)
  }
}

/** The texts of a master that its slides show: those of its shapes, without the prompts of placeholders. */
function masterTexts(stream: Buffer, entry: SlideEntry): string[] {
  const master = recordOf(stream, entry)
  const shapes = master ? recordsBelow(stream, master).filter(({ type }) => type === RECORD.shape) : []
  return [...shapes].flatMap((shape) =>
    recordsBelow(stream, shape).some(({ type }) => type === RECORD.placeholder) ? [] : textsIn(stream, shape),
  )
}

function slideText(stream: Buffer, entry: SlideEntry): { title: string; lines: string[] } {
  const { outline } = entry
  const slide = recordOf(stream, entry)
  const [title = '', ...lines] = paragraphs([...outline, ...(slide ? textsIn(stream, slide) : [])])
  return { title, lines }
}

/** The slides of a PPT, the form before PPTX, with their notes. */
export function readOldSlides(bytes: Uint8Array): ReadDocument {
  try {
    const file = CFB.read(Buffer.from(bytes), { type: 'buffer' })
    const content = CFB.find(file, 'PowerPoint Document')?.content
    if (!content) throw new Unreadable(DAMAGED)
    const user = CFB.find(file, 'Current User')?.content
    if (user && user.length >= 16 && Buffer.from(user as Uint8Array).readUInt32LE(12) === ENCRYPTED_USER)
      throw new Unreadable(PROTECTED)
    const stream = Buffer.from(content as Uint8Array)
    const offsets = persistOffsets(stream)
    const documents = [...recordsIn(stream, 0, stream.length)].filter(({ type }) => type === RECORD.document)
    const document = documents.at(-1)
    const lists = document
      ? [...recordsIn(stream, document.start, document.end)].filter(({ type }) => type === RECORD.slideList)
      : []
    const listOf = (instance: number) => lists.find((list) => list.instance === instance)
    const entries = (instance: number) => {
      const list = listOf(instance)
      return list ? entriesOf(stream, list, offsets) : []
    }
    const [slides, masters, notes] = [entries(0), entries(1), entries(2)]
    const shown = new Set(slides.map((entry) => masterIdOf(stream, entry)))
    const texts = slides.map((entry, index) => {
      const { title, lines } = slideText(stream, entry)
      if (title === '') return ''
      const body = lines.map((line) => `- ${line}`).join('\n')
      return `${placeMark(index + 1)}## ${title}${body === '' ? '' : `\n\n${body}`}`
    })
    const spoken = notes.flatMap((entry) => {
      const { title, lines } = slideText(stream, entry)
      return [title, ...lines].filter((line) => line !== '').join('\n') || []
    })
    const parts = [document, ...[...slides, ...notes].map((entry) => recordOf(stream, entry))]
    const footers = new Set(parts.flatMap((part) => (part ? footersIn(stream, part).slice(0, 1) : [])))
    const edges = [...footers].map((footer) => `Footer: ${footer}`)
    const repeated = new Set(
      paragraphs(masters.filter(({ id }) => shown.has(id)).flatMap((master) => masterTexts(stream, master))),
    )
    const all = [
      ...texts.filter((text) => text !== ''),
      ...repeated,
      ...edges,
      ...spoken.map((text) => `Notes: ${text}`),
    ]
    return { title: null, text: all.join('\n\n'), unit: 'slide', scanned: [] }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(DAMAGED)
  }
}
