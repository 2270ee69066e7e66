import { CONTENT_FIELDS, CONTENT_LABELS, type ContentField, type FaqContent } from '../../contract.ts'

/** Everything that a file says about a FAQ. */
export type FileFaq = FaqContent & { display_order: number }
export type FileField = ContentField | 'display_order'

const FIRST_FIELDS = ['question', 'alternative_questions'] as const
/** In the order of an exported file's columns. */
export const FILE_FIELDS: readonly FileField[] = [
  ...FIRST_FIELDS,
  ...CONTENT_FIELDS.filter((contentField) => !(FIRST_FIELDS as readonly string[]).includes(contentField)),
  'display_order',
]
export const FILE_LABELS: Record<FileField, string> = { ...CONTENT_LABELS, display_order: 'Order' }
