import { MALFORMED_TEXT, malformedTextIn } from '../../../../kernel/well-formed-text.ts'
import {
  CATEGORY_MAX,
  CONTENT_FIELDS,
  createFaqInput,
  EMPTY_CONTENT,
  FAQ_STATUSES,
  type FaqContent,
  type FaqStatus,
} from '../../contract.ts'
import { readAlternatives } from './alternatives-cell.ts'
import type { FileField } from './file-fields.ts'
import type { FileRow, FileTable } from './file-table.ts'
import type { ColumnMapping } from './guess-columns.ts'

/** A row as the import takes it: what the file does not say is left out. */
export type ImportItem = Pick<FaqContent, 'question' | 'answer'> & Partial<FaqContent>

/** A row, ready to be sent, or why it is not. */
export interface PreparedRow {
  /** Its place among the rows of the file, from 0. */
  row: number
  line: number
  item: ImportItem | null
  question: string
  problem: string | null
}

/** Words for the states as they are usual in exports of other products, in lower case. */
const STATUS_WORDS: Record<FaqStatus, string> = {
  draft:
    'draft|drafts|unpublished|pending|hidden|private|inactive|off|false|no|0|entwurf|unveröffentlicht|brouillon|borrador|rascunho|bozza|concept|szkic|черновик|чернетка|下書き|草稿|초안|مسودة|taslak|utkast|kladde|luonnos',
  published:
    'published|publish|live|public|active|visible|on|true|yes|1|veröffentlicht|öffentlich|publié|publie|publicado|publicada|pubblicato|gepubliceerd|opublikowane|опубликовано|опубліковано|公開|已发布|已發佈|게시됨|منشور|yayında|publicerad|publisert|julkaistu',
  archived:
    'archived|archive|deleted|retired|archiviert|archivé|archive|archivado|arquivado|archiviato|gearchiveerd|zarchiwizowane|в архиве|архив|アーカイブ|已归档|보관됨|مؤرشف|arşivlendi|arkiverad|arkivert|arkistoitu',
}
const STATUSES = new Map(
  FAQ_STATUSES.flatMap((faqStatus) =>
    STATUS_WORDS[faqStatus].split('|').map((statusWord) => [statusWord, faqStatus] as const),
  ),
)

/** The state that a word names; undefined where it names none. */
export const statusNamed = (statusWord: string): FaqStatus | undefined => STATUSES.get(statusWord.trim().toLowerCase())

const cellsFor = (fileRow: FileRow, columnMapping: ColumnMapping, fileField: FileField): string[] =>
  fileRow.cells.filter((_, index) => columnMapping[index] === fileField)

/** Fields that a row may leave out: lists whose column is mapped, and texts whose cell is not empty. */
function optionalFields(fileRow: FileRow, columnMapping: ColumnMapping): Partial<FaqContent> {
  const fieldValues = CONTENT_FIELDS.filter(
    (contentField) => contentField !== 'status' && columnMapping.includes(contentField),
  ).map((contentField) => {
    const fieldCells = cellsFor(fileRow, columnMapping, contentField)
    return [
      contentField,
      Array.isArray(EMPTY_CONTENT[contentField]) ? fieldCells.flatMap(readAlternatives) : fieldCells[0]?.trim(),
    ] as const
  })
  return Object.fromEntries(fieldValues.filter(([, value]) => value)) as Partial<FaqContent>
}

/** Converts a row to a FAQ. @param defaultStatus status of rows without one */
export function prepareRow(
  fileTable: FileTable,
  index: number,
  columnMapping: ColumnMapping,
  defaultStatus: FaqStatus,
): PreparedRow {
  const fileRow = fileTable.rows[index] ?? { line: 0, cells: [] }
  const firstCell = (fileField: FileField) => cellsFor(fileRow, columnMapping, fileField)[0] ?? ''
  const rowBase = {
    row: index,
    line: fileRow.line,
    question: (fileRow.problem ? fileRow.cells.join(', ') : firstCell('question')).trim(),
  }
  if (fileRow.problem) return { ...rowBase, item: null, problem: fileRow.problem }
  const statusWord = firstCell('status').trim()
  const namedStatus = statusWord ? statusNamed(statusWord) : defaultStatus
  if (!namedStatus)
    return {
      ...rowBase,
      item: null,
      problem: `“${statusWord.slice(0, CATEGORY_MAX)}” is no status: draft, published or archived.`,
    }
  const importItem: ImportItem = {
    ...optionalFields(fileRow, columnMapping),
    question: firstCell('question'),
    answer: firstCell('answer'),
    // A row that says nothing leaves the state of a FAQ that exists as it is.
    ...((statusWord || defaultStatus !== 'draft') && { status: namedStatus }),
  }
  if (malformedTextIn(importItem) !== null) return { ...rowBase, item: importItem, problem: MALFORMED_TEXT }
  const checkedItem = createFaqInput.safeParse(importItem)
  return {
    ...rowBase,
    item: importItem,
    problem: checkedItem.success ? null : (checkedItem.error.issues[0]?.message ?? 'This row cannot be read.'),
  }
}

/** The rows in the order in which they are to stand: by their numbers, where the file has any, else as in the file. */
export function rowOrder(fileTable: FileTable, columnMapping: ColumnMapping): number[] {
  const rowPlaces = fileTable.rows.map((fileRow) => {
    const orderCell = cellsFor(fileRow, columnMapping, 'display_order')[0]?.trim()
    const orderNumber = orderCell ? Number(orderCell) : Number.NaN
    return Number.isFinite(orderNumber) ? orderNumber : Number.POSITIVE_INFINITY
  })
  const rowNumbers = fileTable.rows.map((_, index) => index)
  if (!columnMapping.includes('display_order')) return rowNumbers
  return rowNumbers.sort((leftRow, rightRow) => {
    const [x = 0, y = 0] = [rowPlaces[leftRow], rowPlaces[rightRow]]
    return x === y ? leftRow - rightRow : x - y
  })
}
