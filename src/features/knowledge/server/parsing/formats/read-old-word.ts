import CFB from 'cfb'
import BufferReader from 'word-extractor/lib/buffer-reader.js'
import WordOleExtractor from 'word-extractor/lib/word-ole-extractor.js'
import { oneLine } from '../../../../../kernel/text.ts'
import { escapeMarkdown } from '../escape-markdown.ts'
import { markdownTable } from '../html/html-tables.ts'
import { plainDocument, type ReadDocument } from '../read-result.ts'
import { DAMAGED, PROTECTED, Unreadable } from '../unreadable.ts'

/** The sign at the beginning of the texts of Word 6 and Word 95. */
const WORD_95 = 0xa5dc
const ENCRYPTED_FLAG = 0x0100

/** The obstacle that the header of an old Word document declares; null if there is none or the file is damaged. */
function declaredObstacle(fileBuffer: Buffer): string | null {
  try {
    const streamContent = CFB.find(CFB.read(fileBuffer, { type: 'buffer' }), '/WordDocument')?.content
    const fileHeader = Buffer.from((streamContent ?? []) as Uint8Array)
    if ((fileHeader.readUInt16LE(10) & ENCRYPTED_FLAG) !== 0) return PROTECTED
    return fileHeader.readUInt16LE(0) === WORD_95
      ? 'It was written by Word 95 or an older version. Save it as DOCX and upload that.'
      : null
  } catch {
    return null
  }
}

const STREAM_NAMES = ['/WordDocument', '/0Table', '/1Table', '/Data']

/** A file without the documents that are embedded in it: the library finds its streams by their names alone. */
function withoutEmbedded(fileBuffer: Buffer): Buffer {
  const compoundFile = CFB.read(fileBuffer, { type: 'buffer' })
  const documentPaths = compoundFile.FullPaths.filter((filePath) => filePath.endsWith('/WordDocument'))
  if (documentPaths.length < 2) return fileBuffer
  const ownFile = CFB.utils.cfb_new()
  for (const streamName of STREAM_NAMES) {
    const stream = CFB.find(compoundFile, streamName)
    if (stream) CFB.utils.cfb_add(ownFile, streamName, stream.content)
  }
  return CFB.write(ownFile, { type: 'buffer' }) as Buffer
}

/** The library puts this word where a word has an optional hyphen, and leaves the sign of a hyphen that never breaks. */
const withPlainHyphens = (text: string): string =>
  text.replace(/(?<=\p{L})undefined(?=\p{L})/gu, '').replaceAll('\x1e', '-')

const CELL_END = '\x1c'
const ROW_END = '\x1d'
/** End of a paragraph in a cell. */
const CELL_LINE = '\x1b'
/** Maximum number of columns that Word allows; a longer row consists of rows whose ends were not found. */
const MAX_COLUMNS = 63

/** Names of properties: the paragraph is in a table; it ends a row; its properties are in another part of the file. */
const IN_TABLE = 0x2416
const IS_ROW_END = 0x2417
const STORED_ELSEWHERE = [0x6645, 0x6646]
const PAGE_BYTES = 512
/** Bytes of the values of properties, by the three highest bits of their names; the first byte of 6 is the length. */
const VALUE_BYTES = [1, 1, 2, 4, 2, 2, null, 3]

function propertyNames(propertyBytes: Buffer): Set<number> {
  const foundNames = new Set<number>()
  for (let offset = 0; offset + 1 < propertyBytes.length; ) {
    const propertyName = propertyBytes.readUInt16LE(offset)
    foundNames.add(propertyName)
    offset += 2 + (VALUE_BYTES[propertyName >> 13] ?? (propertyBytes[offset + 2] ?? 0) + 1)
  }
  return foundNames
}

/** The properties of paragraphs by their positions in the file ([MS-DOC], PlcBtePapx and PapxFkp). */
function* paragraphProperties(fileBuffer: Buffer, tables: Buffer) {
  const [start, length] = [fileBuffer.readUInt32LE(0x102), fileBuffer.readUInt32LE(0x106)]
  const pageCount = Math.floor((length - 4) / 8)
  for (let pageIndex = 0; pageIndex < pageCount; pageIndex++) {
    const pageNumber = tables.readUInt32LE(start + (pageCount + 1 + pageIndex) * 4)
    const pageBytes = fileBuffer.subarray(pageNumber * PAGE_BYTES, (pageNumber + 1) * PAGE_BYTES)
    const runCount = pageBytes.readUInt8(PAGE_BYTES - 1)
    for (let runIndex = 0; runIndex < runCount; runIndex++) {
      const entryOffset = pageBytes.readUInt8((runCount + 1) * 4 + runIndex * 13) * 2
      if (entryOffset === 0) continue
      const entrySize = pageBytes.readUInt8(entryOffset)
      const entryEnd =
        entrySize > 0 ? entryOffset + 2 * entrySize : entryOffset + 2 + 2 * pageBytes.readUInt8(entryOffset + 1)
      // The first two bytes name the style.
      const names = propertyNames(pageBytes.subarray(entrySize > 0 ? entryOffset + 3 : entryOffset + 4, entryEnd))
      yield { from: pageBytes.readUInt32LE(runIndex * 4), to: pageBytes.readUInt32LE(runIndex * 4 + 4), names }
    }
  }
}

/** Keeps the ends of cells and rows apart from tabs and line breaks, for which the library replaces them. */
class TableExtractor extends WordOleExtractor {
  /** In place of the library's, which takes the wrong parts of a file whose parts are not in the order of the text. */
  protected override writeParagraphProperties(fileBuffer: Buffer, tables: Buffer) {
    for (const { from, to, names } of paragraphProperties(fileBuffer, tables)) {
      // The properties of a long row are elsewhere; those of cells are short.
      const isRowEnd =
        names.has(IS_ROW_END) || (STORED_ELSEWHERE.some((propertyName) => names.has(propertyName)) && to - from <= 2)
      if (isRowEnd) this.#replace(from, to, '\x07', ROW_END)
      else if (names.has(IN_TABLE)) this.#replace(from, to, '\r', CELL_LINE)
    }
  }

  #replace(startPosition: number, endPosition: number, oldSign: string, newSign: string) {
    for (const textPiece of this._pieces) {
      if (textPiece.startFilePos >= endPosition || textPiece.endFilePos <= startPosition) continue
      const startIndex = Math.max(0, startPosition - textPiece.startFilePos) / textPiece.bpc
      const endIndex = (endPosition - textPiece.startFilePos) / textPiece.bpc
      const replacedText = textPiece.text.slice(startIndex, endIndex).replaceAll(oldSign, newSign)
      textPiece.text = textPiece.text.slice(0, startIndex) + replacedText + textPiece.text.slice(endIndex)
    }
  }

  protected override buildDocument() {
    for (const textPiece of this._pieces) textPiece.text = textPiece.text.replaceAll('\x07', CELL_END)
    return super.buildDocument()
  }
}

const toParagraphs = (text: string): string =>
  text
    .replaceAll(CELL_END, '\t')
    .replaceAll(CELL_LINE, '\n')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\f', '\n\n')
    .replace(/\n+/g, '\n\n')
    .trim()

/** Text of a table without its empty rows; rows of a single cell, which frame text, are paragraphs. */
function tableText(tableRows: readonly string[][]): string {
  const filledRows = tableRows.filter((row) => row.some((cell) => cell.trim() !== ''))
  const [head = [], ...rest] = filledRows
  const maxCells = Math.max(0, ...filledRows.map((row) => row.length))
  if (maxCells < 2) return filledRows.map((row) => row.join('')).join('\n\n')
  if (maxCells > MAX_COLUMNS) return filledRows.map((row) => row.join('\t')).join('\n\n')
  const escapeCells = (row: readonly string[]) => row.map((cell) => escapeMarkdown(oneLine(cell)))
  return markdownTable(escapeCells(head), rest.map(escapeCells))
}

/** Paragraphs and tables of a text in which cells and rows have their ends. */
function withTables(text: string): string {
  const textParts: string[] = []
  let tableRows: string[][] = []
  const endTable = () => {
    textParts.push(tableText(tableRows))
    tableRows = []
  }
  const rowSegments = text.split(ROW_END)
  const textAfter = rowSegments.pop() ?? ''
  for (const rowSegment of rowSegments) {
    const rowCells = rowSegment.split(CELL_END)
    const lastCell = rowCells.pop() ?? ''
    // Nothing marks the beginning of a row: paragraphs outside of the table precede its first cell.
    const firstCell = rowCells.shift() ?? ''
    const cellStart = firstCell.lastIndexOf('\n') + 1
    const textBefore = toParagraphs(firstCell.slice(0, cellStart))
    if (textBefore !== '') {
      endTable()
      textParts.push(textBefore)
    }
    const tableRow = [firstCell.slice(cellStart), ...rowCells, ...(lastCell.trim() === '' ? [] : [lastCell])]
    tableRows.push(tableRow.map((cell) => cell.replaceAll(CELL_LINE, '\n')))
  }
  endTable()
  textParts.push(toParagraphs(textAfter))
  return textParts.filter((textPart) => textPart.trim() !== '').join('\n\n')
}

/** The text and tables of a DOC; this old form keeps all other structure where no reader finds it. */
export async function readOldWord(fileBytes: Uint8Array): Promise<ReadDocument> {
  const fileBuffer = Buffer.from(fileBytes)
  // The library takes encrypted bytes for text.
  const obstacle = declaredObstacle(fileBuffer)
  if (obstacle !== null) throw new Unreadable(obstacle)
  try {
    const bufferReader = new BufferReader(withoutEmbedded(fileBuffer))
    await bufferReader.open()
    const wordDocument = await new TableExtractor().extract(bufferReader)
    const labelledText = (label: string, noteText: string) =>
      noteText.trim() === '' ? [] : [`${label}: ${toParagraphs(noteText).replace(/\s+/g, ' ')}`]
    const documentParts = [
      withTables(withPlainHyphens(wordDocument.getBody())),
      withTables(wordDocument.getTextboxes({ includeHeadersAndFooters: false })).trim(),
      ...labelledText('Footnotes', wordDocument.getFootnotes()),
      ...labelledText('Endnotes', wordDocument.getEndnotes()),
      ...labelledText('Header', wordDocument.getHeaders({ includeFooters: false })),
      ...labelledText('Footer', wordDocument.getFooters()),
      ...labelledText('Comments', wordDocument.getAnnotations()),
    ]
    return plainDocument(documentParts.filter((documentPart) => documentPart !== '').join('\n\n'))
  } catch {
    throw new Unreadable(DAMAGED)
  }
}
