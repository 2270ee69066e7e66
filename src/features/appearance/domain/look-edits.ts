import type { FieldError } from '../../../kernel/app-error.ts'
import type { Appearance, UpdateAppearance } from '../contract.ts'
import { appearanceValues } from './appearance-values.ts'

/** What the fields of the editor hold: a width may still be text, and a colour unfinished. */
export type LookValues = { [Name in keyof Appearance]: UpdateAppearance[Name] | Appearance[Name] }

/** Fields that were changed and are not saved. Whatever is not among them is as it is stored. */
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
 * The fields whose stored value is no longer the one that was known, and is not what was entered either.
 *
 * @param known what each field held when its editing began; a field that is not in it was not looked at
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

/** What is stored of these fields. */
export const storedOf = (stored: Appearance, names: readonly string[]): Partial<Appearance> =>
  Object.fromEntries(Object.entries(stored).filter(([name]) => names.includes(name)))

/** What can be said of the edits without asking the server. */
export function problemsOf(edits: UpdateAppearance): FieldError[] {
  const { problems } = appearanceValues(edits, likelyAddress)
  return edits.name?.trim() === '' ? [{ path: 'name', message: 'Please enter a brand name.' }, ...problems] : problems
}

/** How page and widget would look were it saved now. What is unfinished stays as it is stored. */
export const lookOf = (stored: Appearance, edits: LookEdits): Appearance => ({
  ...stored,
  ...appearanceValues(edits as UpdateAppearance, likelyAddress).values,
  ...(edits.name?.trim() === '' && { name: stored.name }),
})

/** What is still unsaved once `sent` is stored: what was typed meanwhile. */
export const editsAfter = (edits: LookEdits, sent: UpdateAppearance): LookEdits =>
  Object.fromEntries(Object.entries(edits).filter(([name, value]) => sent[name as keyof UpdateAppearance] !== value))
