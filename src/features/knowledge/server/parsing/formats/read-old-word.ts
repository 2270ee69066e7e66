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
function declaredObstacle(file: Buffer): string | null {
  try {
    const content = CFB.find(CFB.read(file, { type: 'buffer' }), '/WordDocument')?.content
    const header = Buffer.from((content ?? []) as Uint8Array)
    if ((header.readUInt16LE(10) & ENCRYPTED_FLAG) !== 0) return PROTECTED
    return header.readUInt16LE(0) === WORD_95
      ? 'It was written by Word 95 or an older version. Save it as DOCX and upload that.'
      : null
  } catch {
    return null
  }
}

/** The streams of a Word document. */
const STREAMS = ['/WordDocument', '/0Table', '/1Table', '/Data']

/** A file without the documents that are embedded in it: the library finds its streams by their names alone. */
function withoutEmbedded(bytes: Buffer): Buffer {
  const file = CFB.read(bytes, { type: 'buffer' })
  const documents = file.FullPaths.filter((name) => name.endsWith('/WordDocument'))
  if (documents.length < 2) return bytes
  const own = CFB.utils.cfb_new()
  for (const name of STREAMS) {
    const stream = CFB.find(file, name)
    if (stream) CFB.utils.cfb_add(own, name, stream.content)
  }
  return CFB.write(own, { type: 'buffer' }) as Buffer
}

/** The library puts this word where a word has an optional hyphen, and leaves the sign of a hyphen that never breaks. */
const withPlainHyphens = (text: string): string =>
  text.replace(/(?<=\p{L})undefined(?=\p{L})/gu, '').replaceAll('\x1e', '-')

const CELL_END = '\x1c'
const ROW_END = '\x1d'
/** End of a paragraph in a cell. */
const CELL_LINE = '\x1b'
/** Maximum number of columns that Word allows; a longer row consists of rows whose ends were not found. */
const COLUMNS_MAX = 63

/** Names of properties: the paragraph is in a table; it ends a row; its properties are in another part of the file. */
const IN_TABLE = 0x2416
const IS_ROW_END = 0x2417
const ELSEWHERE = [0x6645, 0x6646]
const PAGE_BYTES = 512
/** Bytes of the values of properties, by the three highest bits of their names; the first byte of 6 is the length. */
const VALUE_BYTES = [1, 1, 2, 4, 2, 2, null, 3]

function propertyNames(bytes: Buffer): Set<number> {
  const names = new Set<number>()
  for (let at = 0; at + 1 < bytes.length; ) {
    const name = bytes.readUInt16LE(at)
    names.add(name)
    at += 2 + (VALUE_BYTES[name >> 13] ?? (bytes[at + 2] ?? 0) + 1)
  }
  return names
}

/** The properties of paragraphs by their positions in the file ([MS-DOC], PlcBtePapx and PapxFkp). */
function* paragraphProperties(file: Buffer, tables: Buffer) {
  const [start, length] = [file.readUInt32LE(0x102), file.readUInt32LE(0x106)]
  const count = Math.floor((length - 4) / 8)
  for (let index = 0; index < count; index++) {
    const number = tables.readUInt32LE(start + (count + 1 + index) * 4)
    const page = file.subarray(number * PAGE_BYTES, (number + 1) * PAGE_BYTES)
    const runs = page.readUInt8(PAGE_BYTES - 1)
    for (let run = 0; run < runs; run++) {
      const at = page.readUInt8((runs + 1) * 4 + run * 13) * 2
      if (at === 0) continue
      const size = page.readUInt8(at)
      const end = size > 0 ? at + 2 * size : at + 2 + 2 * page.readUInt8(at + 1)
      // The first two bytes name the style.
      const names = propertyNames(page.subarray(size > 0 ? at + 3 : at + 4, end))
      yield { from: page.readUInt32LE(run * 4), to: page.readUInt32LE(run * 4 + 4), names }
    }
  }
}

/** Keeps the ends of cells and rows apart from tabs and line breaks, for which the library replaces them. */
class TableExtractor extends WordOleExtractor {
  /** In place of the library's, which takes the wrong parts of a file whose parts are not in the order of the text. */
  protected override writeParagraphProperties(file: Buffer, tables: Buffer) {
    for (const { from, to, names } of paragraphProperties(file, tables)) {
      // The properties of a long row are elsewhere; those of cells are short.
      const isRowEnd = names.has(IS_ROW_END) || (ELSEWHERE.some((name) => names.has(name)) && to - from <= 2)
      if (isRowEnd) this.#replace(from, to, '\x07', ROW_END)
      else if (names.has(IN_TABLE)) this.#replace(from, to, '\r', CELL_LINE)
    }
  }

  #replace(from: number, to: number, sign: string, by: string) {
    for (const piece of this._pieces) {
      if (piece.startFilePos >= to || piece.endFilePos <= from) continue
      const start = Math.max(0, from - piece.startFilePos) / piece.bpc
      const end = (to - piece.startFilePos) / piece.bpc
      const inside = piece.text.slice(start, end).replaceAll(sign, by)
      piece.text = piece.text.slice(0, start) + inside + piece.text.slice(end)
    }
  }

  protected override buildDocument() {
    for (const piece of this._pieces) piece.text = piece.text.replaceAll('\x07', CELL_END)
    return super.buildDocument()
  }
}

const paragraphs = (text: string): string =>
  text
    .replaceAll(CELL_END, '\t')
    .replaceAll(CELL_LINE, '\n')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\f', '\n\n')
    .replace(/\n+/g, '\n\n')
    .trim()

/** Text of a table without its empty rows; rows of a single cell, which frame text, are paragraphs. */
function tableText(all: readonly string[][]): string {
  const rows = all.filter((row) => row.some((cell) => cell.trim() !== ''))
  const [head = [], ...rest] = rows
  const widest = Math.max(0, ...rows.map((row) => row.length))
  if (widest < 2) return rows.map((row) => row.join('')).join('\n\n')
  if (widest > COLUMNS_MAX) return rows.map((row) => row.join('\t')).join('\n\n')
  const cells = (row: readonly string[]) => row.map((cell) => escapeMarkdown(oneLine(cell)))
  return markdownTable(cells(head), rest.map(cells))
}

/** Paragraphs and tables of a text in which cells and rows have their ends. */
function withTables(text: string): string {
  const parts: string[] = []
  let rows: string[][] = []
  const endTable = () => {
    parts.push(tableText(rows))
    rows = []
  }
  const segments = text.split(ROW_END)
  const after = segments.pop() ?? ''
  for (const segment of segments) {
    const cells = segment.split(CELL_END)
    const rest = cells.pop() ?? ''
    // Nothing marks the beginning of a row: paragraphs outside of the table precede its first cell.
    const first = cells.shift() ?? ''
    const start = first.lastIndexOf('\n') + 1
    const before = paragraphs(first.slice(0, start))
    if (before !== '') {
      endTable()
      parts.push(before)
    }
    const row = [first.slice(start), ...cells, ...(rest.trim() === '' ? [] : [rest])]
    rows.push(row.map((cell) => cell.replaceAll(CELL_LINE, '\n')))
  }
  endTable()
  parts.push(paragraphs(after))
  return parts.filter((part) => part.trim() !== '').join('\n\n')
}

/** The text and tables of a DOC; this old form keeps all other structure where no reader finds it. */
export async function readOldWord(bytes: Uint8Array): Promise<ReadDocument> {
  const buffer = Buffer.from(bytes)
  // The library takes encrypted bytes for text.
  const obstacle = declaredObstacle(buffer)
  if (obstacle !== null) throw new Unreadable(obstacle)
  try {
    const reader = new BufferReader(withoutEmbedded(buffer))
    await reader.open()
    const document = await new TableExtractor().extract(reader)
    const marked = (label: string, text: string) =>
      text.trim() === '' ? [] : [`${label}: ${paragraphs(text).replace(/\s+/g, ' ')}`]
    const parts = [
      withTables(withPlainHyphens(document.getBody())),
      withTables(document.getTextboxes({ includeHeadersAndFooters: false })).trim(),
      ...marked('Footnotes', document.getFootnotes()),
      ...marked('Endnotes', document.getEndnotes()),
      ...marked('Header', document.getHeaders({ includeFooters: false })),
      ...marked('Footer', document.getFooters()),
      ...marked('Comments', document.getAnnotations()),
    ]
    return plainDocument(parts.filter((part) => part !== '').join('\n\n'))
  } catch {
    throw new Unreadable(DAMAGED)
  }
}
