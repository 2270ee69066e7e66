import CFB from 'cfb'
import BufferReader from 'word-extractor/lib/buffer-reader.js'
import WordOleExtractor from 'word-extractor/lib/word-ole-extractor.js'
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
    const content = CFB.find(CFB.read(file, { type: 'buffer' }), 'WordDocument')?.content
    const header = Buffer.from((content ?? []) as Uint8Array)
    if ((header.readUInt16LE(10) & ENCRYPTED_FLAG) !== 0) return PROTECTED
    return header.readUInt16LE(0) === WORD_95
      ? 'It was written by Word 95 or an older version. Save it as DOCX and upload that.'
      : null
  } catch {
    return null
  }
}

/** The library puts this word where a word has an optional hyphen. */
const withoutSoftHyphens = (text: string): string => text.replace(/(?<=\p{L})undefined(?=\p{L})/gu, '')

const CELL_END = '\x1c'
const ROW_END = '\x1d'
/** Maximum number of columns that Word allows; a longer row consists of rows whose ends were not found. */
const COLUMNS_MAX = 63

/** Keeps the ends of cells and rows apart from tabs and line breaks, for which the library replaces them. */
class TableExtractor extends WordOleExtractor {
  protected override buildDocument() {
    for (const piece of this._pieces) piece.text = piece.text.replaceAll('\x07', CELL_END).replaceAll('\n', ROW_END)
    return super.buildDocument()
  }
}

const paragraphs = (text: string): string =>
  text.replaceAll(CELL_END, '\t').replace(/\r\n?/g, '\n').replaceAll('\f', '\n\n').replace(/\n+/g, '\n\n').trim()

/** Text of a table without its empty rows; rows of a single cell, which frame text, are paragraphs. */
function tableText(all: readonly string[][]): string {
  const rows = all.filter((row) => row.some((cell) => cell.trim() !== ''))
  const [head = [], ...rest] = rows
  const widest = Math.max(0, ...rows.map((row) => row.length))
  if (widest < 2) return rows.map((row) => row.join('')).join('\n\n')
  if (widest > COLUMNS_MAX) return rows.map((row) => row.join('\t')).join('\n\n')
  const cells = (row: readonly string[]) => row.map((cell) => escapeMarkdown(cell.replace(/\s+/g, ' ').trim()))
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
    // Nothing marks the beginning of a row: its first cell has the last of the paragraphs before its end.
    const first = cells.shift() ?? ''
    const start = first.lastIndexOf('\n') + 1
    const before = paragraphs(first.slice(0, start))
    if (before !== '') {
      endTable()
      parts.push(before)
    }
    rows.push([first.slice(start), ...cells, ...(rest.trim() === '' ? [] : [rest])])
  }
  endTable()
  parts.push(paragraphs(after))
  return parts.filter((part) => part.trim() !== '').join('\n\n')
}

/** The text and tables of a DOC; this old form keeps all other structure where no reader finds it. */
export async function readDoc(bytes: Uint8Array): Promise<ReadDocument> {
  const buffer = Buffer.from(bytes)
  // The library takes encrypted bytes for text.
  const obstacle = declaredObstacle(buffer)
  if (obstacle !== null) throw new Unreadable(obstacle)
  try {
    const reader = new BufferReader(buffer)
    await reader.open()
    const document = await new TableExtractor().extract(reader)
    const marked = (label: string, text: string) =>
      text.trim() === '' ? [] : [`${label}: ${paragraphs(text).replace(/\s+/g, ' ')}`]
    const parts = [
      withTables(withoutSoftHyphens(document.getBody())),
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
