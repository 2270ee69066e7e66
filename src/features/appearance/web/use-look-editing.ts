import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, client } from '../../../web/api/api.ts'
import { ApiError, messageOf } from '../../../web/api/api-error.ts'
import { queryClient, replaceData } from '../../../web/api/query-client.ts'
import { useEvents } from '../../../web/api/use-events.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { CUSTOMIZATION_NEEDS_PRO } from '../../billing/contract.ts'
import { type Appearance, CHANGED_MEANWHILE } from '../contract.ts'
import {
  changedFields,
  changedMeanwhile,
  findFieldErrors,
  type LookEdits,
  type LookValues,
  lookWithEdits,
  pickStoredValues,
  unsavedEditsAfter,
} from '../domain/look-edits.ts'
import { useCheckedCss } from './use-checked-css.ts'

export type LookErrors = Partial<Record<keyof Appearance, string>>

/** Everything that the sections of the editor work with. */
export interface LookEditing {
  stored: Appearance
  /** Values shown in the fields. */
  values: LookValues
  errors: LookErrors
  /** Preview of the appearance if it was saved now. */
  look: Appearance
  unsaved: boolean
  /** True when another user changed a field that is being edited: saving overwrites it. */
  replacing: boolean
  saving: boolean
  change: (edits: LookEdits) => void
  /** A picture was uploaded and is stored already. */
  uploaded: (look: Appearance, fields: readonly (keyof Appearance)[]) => void
  save: () => Promise<void>
}

const SAVE_FAILED = 'Failed to save widget settings'

function showStoredLook(storedLook: Appearance): void {
  replaceData(api.appearance.get.queryKey(), storedLook)
}

/** The selected workspace's looks; they follow what a colleague or another tab saves. */
export function useAppearance() {
  const appearanceOptions = api.appearance.get.queryOptions()
  useEvents(['workspace.changed'], () => void queryClient.invalidateQueries({ queryKey: appearanceOptions.queryKey }))
  return useQuery(appearanceOptions)
}

const omitFields = <T extends object>(allValues: T, fieldNames: readonly string[]): T =>
  Object.fromEntries(Object.entries(allValues).filter(([name]) => !fieldNames.includes(name))) as T

/** Longer values, such as image URLs, are not shown. */
const MAX_SHOWN_LENGTH = 80

const changedMeanwhileText = (currentValue: Appearance[keyof Appearance]): string => {
  const shownValue = typeof currentValue === 'boolean' ? '' : String(currentValue ?? '')
  return shownValue && shownValue.length <= MAX_SHOWN_LENGTH
    ? `${CHANGED_MEANWHILE.message} It is “${shownValue}” now.`
    : CHANGED_MEANWHILE.message
}

/** Edits over the stored values: fields that are not being edited follow changes of other users. */
export function useLookEditing(storedLook: Appearance): LookEditing {
  const [edits, setEdits] = useState<LookEdits>({})
  const [errors, setErrors] = useState<LookErrors>({})
  const [saving, setSaving] = useState(false)
  /** Stored value of a field when its editing started. */
  const [known, setKnown] = useState<Partial<Appearance>>({})
  const changedValues = changedFields(storedLook, edits)
  const overtakenFields = changedMeanwhile(storedLook, known, changedValues)
  const hasUnsavedChanges = Object.keys(changedValues).length > 0
  const { custom_css: editedCss } = { ...storedLook, ...edits }
  const checkedCss = useCheckedCss(storedLook.custom_css ?? '', editedCss ?? '')

  // A reload or a closed tab would lose it.
  useEffect(() => {
    if (!hasUnsavedChanges) return
    const askBeforeLeaving = (unloadEvent: BeforeUnloadEvent) => unloadEvent.preventDefault()
    addEventListener('beforeunload', askBeforeLeaving)
    return () => removeEventListener('beforeunload', askBeforeLeaving)
  }, [hasUnsavedChanges])

  const showFieldErrors = (fieldErrors: readonly { path: string; message: string }[]) =>
    setErrors(Object.fromEntries(fieldErrors.map(({ path, message }) => [path, message])))

  async function saveChanges() {
    const foundProblems = findFieldErrors(changedValues)
    showFieldErrors(foundProblems)
    if (foundProblems.length > 0) return toastError(SAVE_FAILED)
    setSaving(true)
    try {
      // Stored values as far as this page shows them. Later changes are shown before they are overwritten.
      const expectedValues = pickStoredValues(storedLook, Object.keys(changedValues))
      const savedLook = await client.appearance.update({ ...changedValues, expected: expectedValues })
      setKnown((previous) => ({ ...previous, ...pickStoredValues(savedLook, Object.keys(changedValues)) }))
      showStoredLook(savedLook)
      setEdits((current) => unsavedEditsAfter(current, changedValues))
      toast({ title: 'Success', message: 'Widget settings saved successfully' })
    } catch (saveError) {
      const wasOvertaken = saveError instanceof ApiError && saveError.code === CHANGED_MEANWHILE.code
      if (wasOvertaken) await queryClient.invalidateQueries({ queryKey: api.appearance.get.queryKey() })
      const rejectedFields = saveError instanceof ApiError && !wasOvertaken ? (saveError.details?.fields ?? []) : []
      showFieldErrors(rejectedFields)
      const isBeyondPlan = saveError instanceof ApiError && saveError.code === CUSTOMIZATION_NEEDS_PRO.code
      const failureReason = rejectedFields.length > 0 && !isBeyondPlan ? '' : messageOf(saveError, '')
      if (failureReason) toast({ title: SAVE_FAILED, message: failureReason, destructive: true })
      else toastError(SAVE_FAILED)
    }
    setSaving(false)
  }

  return {
    stored: storedLook,
    values: { ...storedLook, ...edits },
    errors: {
      ...(checkedCss.problem && { custom_css: checkedCss.problem }),
      ...Object.fromEntries(
        overtakenFields.map((fieldName) => [fieldName, changedMeanwhileText(storedLook[fieldName])]),
      ),
      ...errors,
    },
    look: { ...lookWithEdits(storedLook, edits), custom_css: checkedCss.css },
    unsaved: hasUnsavedChanges,
    replacing: overtakenFields.length > 0,
    saving,
    change: (newEdits) => {
      const startedFields = Object.keys(newEdits).filter((fieldName) => !(fieldName in changedValues))
      setKnown((current) => ({ ...current, ...pickStoredValues(storedLook, startedFields) }))
      setEdits((current) => ({ ...current, ...newEdits }))
      setErrors((current) => omitFields(current, Object.keys(newEdits)))
    },
    uploaded: (uploadedLook, storedFields) => {
      showStoredLook(uploadedLook)
      setEdits((current) => omitFields(current, storedFields))
    },
    save: saveChanges,
  }
}
