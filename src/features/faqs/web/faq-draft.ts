import { type FaqFormValues, faqFormSchema } from './faq-form.ts'

const PREFIX = 'faq-draft:'
const stored = faqFormSchema.shape

/** Text that was typed into a dialog and not saved; it outlives a reload, not the browser's session. */
export function readDraft(key: string): FaqFormValues | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null')
    return isDraft(value) ? value : null
  } catch {
    // Storage may be forbidden or hold something else; then there is no draft.
    return null
  }
}

export function writeDraft(key: string, values: FaqFormValues): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(values))
  } catch {
    // A full or forbidden storage costs the draft, nothing else.
  }
}

export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key)
  } catch {
    // As above.
  }
}

/** Right in shape; what is in it may still be unfinished. */
function isDraft(value: unknown): value is FaqFormValues {
  if (typeof value !== 'object' || value === null) return false
  return Object.keys(stored).every((name) => {
    const field: unknown = Reflect.get(value, name)
    if (name === 'alternative_questions') return Array.isArray(field) && field.every((x) => typeof x === 'string')
    return typeof field === 'string' && (name !== 'status' || stored.status.safeParse(field).success)
  })
}
