import CFB from 'cfb'
import { placeMark } from '../../../domain/place-marks.ts'
import type { ReadDocument } from '../read-result.ts'
import { DAMAGED, PROTECTED, Unreadable } from '../unreadable.ts'

/** Records of the binary PowerPoint format (MS-PPT). */
const RECORD_TYPE = {
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
const MAX_DEPTH = 40

interface PptRecord {
  type: number
  instance: number
  isContainer: boolean
  start: number
  end: number
}

function* recordsIn(stream: Buffer, startOffset: number, endOffset: number): Generator<PptRecord> {
  for (let offset = startOffset; offset + 8 <= endOffset; ) {
    const recordHeader = stream.readUInt16LE(offset)
    const recordLength = stream.readUInt32LE(offset + 4)
    const recordEnd = offset + 8 + recordLength
    if (recordEnd > endOffset) return
    const isContainer = (recordHeader & 0xf) === 0xf
    yield {
      type: stream.readUInt16LE(offset + 2),
      instance: recordHeader >> 4,
      isContainer,
      start: offset + 8,
      end: recordEnd,
    }
    offset = recordEnd
  }
}

/** The string with a number in a container of strings: 1 is the text of a comment, 2 is a footer. */
function stringIn(stream: Buffer, { start, end }: PptRecord, instanceNumber: number): string {
  const stringRecord = [...recordsIn(stream, start, end)].find(
    ({ type, instance }) => type === RECORD_TYPE.string && instance === instanceNumber,
  )
  return stringRecord ? stream.toString('utf16le', stringRecord.start, stringRecord.end).trim() : ''
}

/** A date that was typed, and the text of a footer. */
function footerText(stream: Buffer, footerRecord: PptRecord): string {
  const footerAtom = recordsIn(stream, footerRecord.start, footerRecord.end).find(
    ({ type }) => type === RECORD_TYPE.headersFootersAtom,
  )
  const showsDate =
    footerAtom !== undefined &&
    footerAtom.end - footerAtom.start >= 4 &&
    stream.readUInt16LE(footerAtom.start + 2) & HAS_TYPED_DATE
  return [showsDate ? stringIn(stream, footerRecord, 0) : '', stringIn(stream, footerRecord, 2)]
    .filter(Boolean)
    .join(' ')
}

/** The footers of a document, a slide or notes. */
const footersIn = (stream: Buffer, { start, end }: PptRecord): string[] =>
  [...recordsIn(stream, start, end)]
    .filter(({ type }) => type === RECORD_TYPE.headersFooters)
    .map((record) => footerText(stream, record))
    .filter((footer) => footer !== '')

/** The texts in a container, in the order of the file. */
function textsIn(stream: Buffer, { start, end }: Pick<PptRecord, 'start' | 'end'>, depth = 0): string[] {
  if (depth > MAX_DEPTH) return []
  return [...recordsIn(stream, start, end)].flatMap((record) => {
    const recordBytes = stream.subarray(record.start, record.end)
    if (record.type === RECORD_TYPE.textChars) return [recordBytes.toString('utf16le')]
    if (record.type === RECORD_TYPE.textBytes) return [recordBytes.toString('latin1')]
    if (record.type === RECORD_TYPE.comment) return [`Comment: ${stringIn(stream, record, 1)}`]
    return record.isContainer || record.type === RECORD_TYPE.clientTextbox || record.type === RECORD_TYPE.tagData
      ? textsIn(stream, record, depth + 1)
      : []
  })
}

/** Offsets of records by the number that others name them by; the newest edit of the file wins. */
function persistOffsets(stream: Buffer): Map<number, number> {
  const offsetsById = new Map<number, number>()
  for (const record of recordsIn(stream, 0, stream.length)) {
    if (record.type !== RECORD_TYPE.persistDirectory) continue
    for (let offset = record.start; offset + 4 <= record.end; ) {
      const entryHeader = stream.readUInt32LE(offset)
      const [first, count] = [entryHeader & 0xfffff, entryHeader >>> 20]
      offset += 4
      for (let entryIndex = 0; entryIndex < count && offset + 4 <= record.end; entryIndex++, offset += 4)
        offsetsById.set(first + entryIndex, stream.readUInt32LE(offset))
    }
  }
  return offsetsById
}

/** Paragraphs end with a carriage return; a vertical tab is a line break in one. */
const splitParagraphs = (texts: readonly string[]): string[] =>
  texts
    .flatMap((paragraph) => paragraph.split('\r'))
    .map((paragraph) => paragraph.replace(/[\v\s]+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '' && paragraph !== '*')

interface SlideEntry {
  id: number
  offset: number | undefined
  outline: string[]
}

/** The slides or notes in the order of their list, with the texts that the list itself holds. */
function readSlideEntries(
  stream: Buffer,
  slideList: PptRecord,
  offsetsById: ReadonlyMap<number, number>,
): SlideEntry[] {
  const slideEntries: SlideEntry[] = []
  for (const record of recordsIn(stream, slideList.start, slideList.end)) {
    const recordBytes = stream.subarray(record.start, record.end)
    if (record.type === RECORD_TYPE.slidePersist)
      slideEntries.push({
        id: recordBytes.length < 16 ? 0 : recordBytes.readUInt32LE(12),
        offset: offsetsById.get(recordBytes.readUInt32LE(0)),
        outline: [],
      })
    else if (record.type === RECORD_TYPE.textChars) slideEntries.at(-1)?.outline.push(recordBytes.toString('utf16le'))
    else if (record.type === RECORD_TYPE.textBytes) slideEntries.at(-1)?.outline.push(recordBytes.toString('latin1'))
  }
  return slideEntries
}

function findRecord(stream: Buffer, { offset }: SlideEntry): PptRecord | undefined {
  return offset === undefined ? undefined : recordsIn(stream, offset, stream.length).next().value || undefined
}

/** The id of the master whose shapes a slide shows; null when it shows none. */
function findMasterId(stream: Buffer, slideEntry: SlideEntry): number | null {
  const slideRecord = findRecord(stream, slideEntry)
  const slideAtom =
    slideRecord &&
    recordsIn(stream, slideRecord.start, slideRecord.end).find(({ type }) => type === RECORD_TYPE.slideAtom)
  const showsMaster =
    slideAtom !== undefined &&
    slideAtom.end - slideAtom.start >= 22 &&
    (stream.readUInt16LE(slideAtom.start + 20) & 1) === 1
  return showsMaster ? stream.readUInt32LE(slideAtom.start + 12) : null
}

/** All records in a container, those of its containers included. */
function* recordsBelow(stream: Buffer, { start, end }: PptRecord, depth = 0): Generator<PptRecord> {
  for (const record of recordsIn(stream, start, end)) {
    yield record
    if (record.isContainer && depth < MAX_DEPTH) yield* recordsBelow(stream, record, depth + 1)
  }
}

/** The texts of a master that its slides show: those of its shapes, without the prompts of placeholders. */
function masterTexts(stream: Buffer, slideEntry: SlideEntry): string[] {
  const masterRecord = findRecord(stream, slideEntry)
  const shapeRecords = masterRecord
    ? recordsBelow(stream, masterRecord).filter(({ type }) => type === RECORD_TYPE.shape)
    : []
  return [...shapeRecords].flatMap((shape) =>
    recordsBelow(stream, shape).some(({ type }) => type === RECORD_TYPE.placeholder) ? [] : textsIn(stream, shape),
  )
}

function slideText(stream: Buffer, slideEntry: SlideEntry): { title: string; lines: string[] } {
  const { outline } = slideEntry
  const slideRecord = findRecord(stream, slideEntry)
  const [title = '', ...lines] = splitParagraphs([...outline, ...(slideRecord ? textsIn(stream, slideRecord) : [])])
  return { title, lines }
}

/** The slides of a PPT, the form before PPTX, with their notes. */
export function readOldSlides(pptBytes: Uint8Array): ReadDocument {
  try {
    const compoundFile = CFB.read(Buffer.from(pptBytes), { type: 'buffer' })
    const presentationBytes = CFB.find(compoundFile, 'PowerPoint Document')?.content
    if (!presentationBytes) throw new Unreadable(DAMAGED)
    const userBytes = CFB.find(compoundFile, 'Current User')?.content
    if (userBytes && userBytes.length >= 16 && Buffer.from(userBytes as Uint8Array).readUInt32LE(12) === ENCRYPTED_USER)
      throw new Unreadable(PROTECTED)
    const stream = Buffer.from(presentationBytes as Uint8Array)
    const offsetsById = persistOffsets(stream)
    const documentRecords = [...recordsIn(stream, 0, stream.length)].filter(({ type }) => type === RECORD_TYPE.document)
    const newestDocument = documentRecords.at(-1)
    const slideLists = newestDocument
      ? [...recordsIn(stream, newestDocument.start, newestDocument.end)].filter(
          ({ type }) => type === RECORD_TYPE.slideList,
        )
      : []
    const findList = (listInstance: number) => slideLists.find((slideList) => slideList.instance === listInstance)
    const readEntries = (listInstance: number) => {
      const slideList = findList(listInstance)
      return slideList ? readSlideEntries(stream, slideList, offsetsById) : []
    }
    const [slides, masters, notes] = [readEntries(0), readEntries(1), readEntries(2)]
    const shownMasterIds = new Set(slides.map((slideEntry) => findMasterId(stream, slideEntry)))
    const slideTexts = slides.map((slideEntry, slideIndex) => {
      const { title, lines } = slideText(stream, slideEntry)
      if (title === '') return ''
      const bulletLines = lines.map((line) => `- ${line}`).join('\n')
      return `${placeMark(slideIndex + 1)}## ${title}${bulletLines === '' ? '' : `\n\n${bulletLines}`}`
    })
    const noteTexts = notes.flatMap((slideEntry) => {
      const { title, lines } = slideText(stream, slideEntry)
      return [title, ...lines].filter((line) => line !== '').join('\n') || []
    })
    const recordsWithFooters = [
      newestDocument,
      ...[...slides, ...notes].map((slideEntry) => findRecord(stream, slideEntry)),
    ]
    const footers = new Set(
      recordsWithFooters.flatMap((record) => (record ? footersIn(stream, record).slice(0, 1) : [])),
    )
    const footerTexts = [...footers].map((footer) => `Footer: ${footer}`)
    const repeatedTexts = new Set(
      splitParagraphs(
        masters.filter(({ id }) => shownMasterIds.has(id)).flatMap((slideEntry) => masterTexts(stream, slideEntry)),
      ),
    )
    const allTexts = [
      ...slideTexts.filter((markedSlide) => markedSlide !== ''),
      ...repeatedTexts,
      ...footerTexts,
      ...noteTexts.map((noteText) => `Notes: ${noteText}`),
    ]
    return { title: null, text: allTexts.join('\n\n'), unit: 'slide', scanned: [] }
  } catch (readError) {
    throw readError instanceof Unreadable ? readError : new Unreadable(DAMAGED)
  }
}
