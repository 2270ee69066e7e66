// Without the schema library: what screens read of the contract before anything is validated.
export const CATEGORIES = ['General', 'Technical', 'Billing', 'Support', 'Product', 'Policy', 'Service'] as const
export const DEFAULT_CATEGORY = 'General'
export const FAQ_STATUSES = ['draft', 'published', 'archived'] as const
export type FaqStatus = (typeof FAQ_STATUSES)[number]

export const QUESTION_MAX = 500
export const ANSWER_MAX = 20_000
export const ALTERNATIVES_MAX = 50
export const CATEGORY_MAX = 60
export const IMPORT_MAX = 10_000
/** Categories of a workspace. */
export const CATEGORIES_MAX = 500
/** Days that a deleted FAQ stays in the trash. */
export const TRASH_DAYS = 30
/** Rows of the table in one answer. */
export const ROWS_MAX = 5_000
/** FAQs that one call may change. */
export const CHANGES_MAX = 500
export const SEARCH_MAX = 200
export const ON_DUPLICATE = ['skip', 'update', 'create'] as const
export type OnDuplicate = (typeof ON_DUPLICATE)[number]
/** Calls of at most so many items are also looked through for questions that are nearly the same as existing ones. */
export const NEAR_MAX = 50
/** Questions that one look at what exists takes. */
export const COMPARED_MAX = 1000
export const FAQ_REQUIRED = 'Question and answer are required'
export const RESTORE_MAX = 500

/**
 * Outcome for one of several FAQs: `unchanged` when nothing had to be done, `limit` when the plan allows no more,
 * `needs_answer` when it cannot be published without an answer.
 */
export const MANY_OUTCOMES = ['done', 'unchanged', 'not_found', 'limit', 'needs_answer'] as const
export type ManyOutcome = (typeof MANY_OUTCOMES)[number]

export const EXPORT_FORMATS = ['csv', 'json', 'md'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Path for downloading FAQs as a file; accepts the filters of the list. Needs the session cookie. */
export const exportPath = (workspaceId: string, exportFormat: ExportFormat): string =>
  `/files/workspaces/${workspaceId}/faqs.${exportFormat}`
