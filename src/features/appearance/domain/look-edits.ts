import type { FieldError } from '../../../kernel/app-error.ts'
import type { Appearance, UpdateAppearance } from '../contract.ts'
import { appearanceValues } from './appearance-values.ts'

/** Values of the editor's fields: a width may still be text, and a color incomplete. */
export type LookValues = { [Name in keyof Appearance]: UpdateAppearance[Name] | Appearance[Name] }

/** Changed and unsaved fields. All others have their stored value. */
export type LookEdits = Partial<LookValues>

/** The server has the last word on what an address is; here one only gets its scheme. */
function likelyAddress(text: string): string {
  const trimmed = text.trim()
  return /^[a-z][a-z+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`
}

const comparable = (value: unknown): string => String(value ?? '')

/** The edits that differ from what is stored: only these are sent, so that two owners do not undo each other's work. */
export const changedOf = (stored: Appearance, edits: LookEdits): UpdateAppearance =>
  Object.fromEntries(
    Object.entries(edits).filter(([name, value]) => comparable(value) !== comparable(stored[name as keyof Appearance])),
  )

/**
 * Returns the fields whose stored value differs from both the known and the entered one.
 * @param known stored value of each field when its editing started; other fields are ignored
 */
export const changedMeanwhile = (
  stored: Appearance,
  known: Partial<Appearance>,
  changed: UpdateAppearance,
): (keyof Appearance)[] =>
  (Object.keys(known) as (keyof Appearance)[]).filter(
    (name) =>
      name in changed &&
      comparable(stored[name]) !== comparable(known[name]) &&
      comparable(stored[name]) !== comparable(changed[name]),
  )

/** Stored values of these fields. */
export const storedOf = (stored: Appearance, names: readonly string[]): Partial<Appearance> =>
  Object.fromEntries(Object.entries(stored).filter(([name]) => names.includes(name)))

/** Errors in the edits that the browser can detect. */
export function problemsOf(edits: UpdateAppearance): FieldError[] {
  const { problems } = appearanceValues(edits, likelyAddress)
  return edits.name?.trim() === '' ? [{ path: 'name', message: 'Please enter a brand name.' }, ...problems] : problems
}

/** Preview of the appearance if it was saved now. Incomplete values keep their stored value. */
export const lookOf = (stored: Appearance, edits: LookEdits): Appearance => ({
  ...stored,
  ...appearanceValues(edits as UpdateAppearance, likelyAddress).values,
  // The server parses it first, see useCheckedCss.
  custom_css: stored.custom_css,
  ...(edits.name?.trim() === '' && { name: stored.name }),
})

/** Edits made while `sent` was being saved. */
export const editsAfter = (edits: LookEdits, sent: UpdateAppearance): LookEdits =>
  Object.fromEntries(Object.entries(edits).filter(([name, value]) => sent[name as keyof UpdateAppearance] !== value))
