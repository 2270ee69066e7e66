import { MALFORMED_TEXT, malformedTextIn } from '../../../../kernel/well-formed-text.ts'
import { CATEGORY_MAX, createFaqInput, FAQ_STATUSES, type FaqStatus } from '../../contract.ts'
import { readAlternatives } from './alternatives-cell.ts'
import type { FileRow, FileTable } from './file-table.ts'
import type { ColumnMapping, FaqField } from './guess-columns.ts'

/** A row as the import takes it: what the file does not say is left out. */
export interface ImportItem {
  question: string
  answer: string
  category?: string
  status?: FaqStatus
  alternative_questions?: string[]
}

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

const cellsFor = (row: FileRow, mapping: ColumnMapping, field: FaqField): string[] =>
  row.cells.filter((_, index) => mapping[index] === field)

/** Converts a row to a FAQ. @param status status of rows without one */
export function prepareRow(file: FileTable, index: number, mapping: ColumnMapping, status: FaqStatus): PreparedRow {
  const row = file.rows[index] ?? { line: 0, cells: [] }
  const first = (field: FaqField) => cellsFor(row, mapping, field)[0] ?? ''
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
  const category = first('category').trim()
  const item: ImportItem = {
    question: first('question'),
    answer: first('answer'),
    ...(category && { category }),
    // A row that says nothing leaves the state of a FAQ that exists as it is.
    ...((word || status !== 'draft') && { status: named }),
    ...(mapping.includes('alternatives') && {
      alternative_questions: cellsFor(row, mapping, 'alternatives').flatMap(readAlternatives),
    }),
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
    const cell = cellsFor(row, mapping, 'order')[0]?.trim()
    const number = cell ? Number(cell) : Number.NaN
    return Number.isFinite(number) ? number : Number.POSITIVE_INFINITY
  })
  const rows = file.rows.map((_, index) => index)
  if (!mapping.includes('order')) return rows
  return rows.sort((left, right) => {
    const [x = 0, y = 0] = [places[left], places[right]]
    return x === y ? left - right : x - y
  })
}
