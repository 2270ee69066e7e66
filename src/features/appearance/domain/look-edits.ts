import type { FieldError } from '../../../kernel/app-error.ts'
import type { Appearance, UpdateAppearance } from '../contract.ts'
import { appearanceValues } from './appearance-values.ts'

/** Values of the editor's fields: a width may still be text, and a color incomplete. */
export type LookValues = { [Name in keyof Appearance]: UpdateAppearance[Name] | Appearance[Name] }

/** Changed and unsaved fields. All others have their stored value. */
export type LookEdits = Partial<LookValues>

/** The server has the last word on what an address is; here one only gets its scheme. */
function addScheme(addressText: string): string {
  const trimmedAddress = addressText.trim()
  return /^[a-z][a-z+.-]*:/i.test(trimmedAddress) ? trimmedAddress : `https://${trimmedAddress}`
}

const comparable = (fieldValue: unknown): string => String(fieldValue ?? '')

/** The edits that differ from what is stored: only these are sent, so that two owners do not undo each other's work. */
export const changedFields = (storedLook: Appearance, lookEdits: LookEdits): UpdateAppearance =>
  Object.fromEntries(
    Object.entries(lookEdits).filter(
      ([name, value]) => comparable(value) !== comparable(storedLook[name as keyof Appearance]),
    ),
  )

/**
 * Returns the fields whose stored value differs from both the known and the entered one.
 * @param knownValues stored value of each field when its editing started; other fields are ignored
 */
export const changedMeanwhile = (
  storedLook: Appearance,
  knownValues: Partial<Appearance>,
  changedValues: UpdateAppearance,
): (keyof Appearance)[] =>
  (Object.keys(knownValues) as (keyof Appearance)[]).filter(
    (fieldName) =>
      fieldName in changedValues &&
      comparable(storedLook[fieldName]) !== comparable(knownValues[fieldName]) &&
      comparable(storedLook[fieldName]) !== comparable(changedValues[fieldName]),
  )

/** Stored values of these fields. */
export const pickStoredValues = (storedLook: Appearance, fieldNames: readonly string[]): Partial<Appearance> =>
  Object.fromEntries(Object.entries(storedLook).filter(([name]) => fieldNames.includes(name)))

/** Errors in the edits that the browser can detect. */
export function findFieldErrors(changedValues: UpdateAppearance): FieldError[] {
  const { problems } = appearanceValues(changedValues, addScheme)
  return changedValues.name?.trim() === ''
    ? [{ path: 'name', message: 'Please enter a brand name.' }, ...problems]
    : problems
}

/** Preview of the appearance if it was saved now. Incomplete values keep their stored value. */
export const lookWithEdits = (storedLook: Appearance, lookEdits: LookEdits): Appearance => ({
  ...storedLook,
  ...appearanceValues(lookEdits as UpdateAppearance, addScheme).values,
  // The server parses it first, see useCheckedCss.
  custom_css: storedLook.custom_css,
  ...(lookEdits.name?.trim() === '' && { name: storedLook.name }),
})

/** Edits made while `savedValues` was being saved. */
export const unsavedEditsAfter = (lookEdits: LookEdits, savedValues: UpdateAppearance): LookEdits =>
  Object.fromEntries(
    Object.entries(lookEdits).filter(([name, value]) => savedValues[name as keyof UpdateAppearance] !== value),
  )
