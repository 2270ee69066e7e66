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
  FAQ_STATUSES.flatMap((status) => STATUS_WORDS[status].split('|').map((word) => [word, status] as const)),
)

/** The state that a word names; undefined where it names none. */
export const statusNamed = (word: string): FaqStatus | undefined => STATUSES.get(word.trim().toLowerCase())

const cellsFor = (row: FileRow, mapping: ColumnMapping, field: FileField): string[] =>
  row.cells.filter((_, index) => mapping[index] === field)

/** Fields that a row may leave out: lists whose column is mapped, and texts whose cell is not empty. */
function optionalFields(row: FileRow, mapping: ColumnMapping): Partial<FaqContent> {
  const values = CONTENT_FIELDS.filter((field) => field !== 'status' && mapping.includes(field)).map((field) => {
    const cells = cellsFor(row, mapping, field)
    return [field, Array.isArray(EMPTY_CONTENT[field]) ? cells.flatMap(readAlternatives) : cells[0]?.trim()] as const
  })
  return Object.fromEntries(values.filter(([, value]) => value)) as Partial<FaqContent>
}

/** Converts a row to a FAQ. @param status status of rows without one */
export function prepareRow(file: FileTable, index: number, mapping: ColumnMapping, status: FaqStatus): PreparedRow {
  const row = file.rows[index] ?? { line: 0, cells: [] }
  const first = (field: FileField) => cellsFor(row, mapping, field)[0] ?? ''
  const base = { row: index, line: row.line, question: (row.problem ? row.cells.join(', ') : first('question')).trim() }
  if (row.problem) return { ...base, item: null, problem: row.problem }
  const word = first('status').trim()
  const named = word ? statusNamed(word) : status
  if (!named)
    return {
      ...base,
      item: null,
      problem: `“${word.slice(0, CATEGORY_MAX)}” is no status: draft, published or archived.`,
    }
  const item: ImportItem = {
    ...optionalFields(row, mapping),
    question: first('question'),
    answer: first('answer'),
    // A row that says nothing leaves the state of a FAQ that exists as it is.
    ...((word || status !== 'draft') && { status: named }),
  }
  if (malformedTextIn(item) !== null) return { ...base, item, problem: MALFORMED_TEXT }
  const checked = createFaqInput.safeParse(item)
  return {
    ...base,
    item,
    problem: checked.success ? null : (checked.error.issues[0]?.message ?? 'This row cannot be read.'),
  }
}

/** The rows in the order in which they are to stand: by their numbers, where the file has any, else as in the file. */
export function rowOrder(file: FileTable, mapping: ColumnMapping): number[] {
  const places = file.rows.map((row) => {
    const cell = cellsFor(row, mapping, 'display_order')[0]?.trim()
    const number = cell ? Number(cell) : Number.NaN
    return Number.isFinite(number) ? number : Number.POSITIVE_INFINITY
  })
  const rows = file.rows.map((_, index) => index)
  if (!mapping.includes('display_order')) return rows
  return rows.sort((left, right) => {
    const [x = 0, y = 0] = [places[left], places[right]]
    return x === y ? left - right : x - y
  })
}
