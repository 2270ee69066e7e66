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
  changedMeanwhile,
  changedOf,
  editsAfter,
  type LookEdits,
  type LookValues,
  lookOf,
  problemsOf,
  storedOf,
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

const FAILED = 'Failed to save widget settings'

function showStored(look: Appearance): void {
  replaceData(api.appearance.get.queryKey(), look)
}

/** The selected workspace's looks; they follow what a colleague or another tab saves. */
export function useAppearance() {
  const options = api.appearance.get.queryOptions()
  useEvents(['workspace.changed'], () => void queryClient.invalidateQueries({ queryKey: options.queryKey }))
  return useQuery(options)
}

const without = <T extends object>(all: T, names: readonly string[]): T =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name))) as T

/** Longer values, such as image URLs, are not shown. */
const MAX_SHOWN_LENGTH = 80

const meanwhileTo = (value: Appearance[keyof Appearance]): string => {
  const text = typeof value === 'boolean' ? '' : String(value ?? '')
  return text && text.length <= MAX_SHOWN_LENGTH
    ? `${CHANGED_MEANWHILE.message} It is “${text}” now.`
    : CHANGED_MEANWHILE.message
}

/** Edits over the stored values: fields that are not being edited follow changes of other users. */
export function useLookEditing(stored: Appearance): LookEditing {
  const [edits, setEdits] = useState<LookEdits>({})
  const [errors, setErrors] = useState<LookErrors>({})
  const [saving, setSaving] = useState(false)
  /** Stored value of a field when its editing started. */
  const [known, setKnown] = useState<Partial<Appearance>>({})
  const changed = changedOf(stored, edits)
  const meanwhile = changedMeanwhile(stored, known, changed)
  const unsaved = Object.keys(changed).length > 0
  const { custom_css: editedCss } = { ...stored, ...edits }
  const css = useCheckedCss(stored.custom_css ?? '', editedCss ?? '')

  // A reload or a closed tab would lose it.
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])

  const refuse = (fields: readonly { path: string; message: string }[]) =>
    setErrors(Object.fromEntries(fields.map(({ path, message }) => [path, message])))

  async function save() {
    const problems = problemsOf(changed)
    refuse(problems)
    if (problems.length > 0) return toastError(FAILED)
    setSaving(true)
    try {
      // Stored values as far as this page shows them. Later changes are shown before they are overwritten.
      const expected = storedOf(stored, Object.keys(changed))
      const now = await client.appearance.update({ ...changed, expected })
      setKnown((before) => ({ ...before, ...storedOf(now, Object.keys(changed)) }))
      showStored(now)
      setEdits((now) => editsAfter(now, changed))
      toast({ title: 'Success', message: 'Widget settings saved successfully' })
    } catch (error) {
      const overtaken = error instanceof ApiError && error.code === CHANGED_MEANWHILE.code
      if (overtaken) await queryClient.invalidateQueries({ queryKey: api.appearance.get.queryKey() })
      const fields = error instanceof ApiError && !overtaken ? (error.details?.fields ?? []) : []
      refuse(fields)
      const beyondPlan = error instanceof ApiError && error.code === CUSTOMIZATION_NEEDS_PRO.code
      const reason = fields.length > 0 && !beyondPlan ? '' : messageOf(error, '')
      if (reason) toast({ title: FAILED, message: reason, destructive: true })
      else toastError(FAILED)
    }
    setSaving(false)
  }

  return {
    stored,
    values: { ...stored, ...edits },
    errors: {
      ...(css.problem && { custom_css: css.problem }),
      ...Object.fromEntries(meanwhile.map((name) => [name, meanwhileTo(stored[name])])),
      ...errors,
    },
    look: { ...lookOf(stored, edits), custom_css: css.css },
    unsaved,
    replacing: meanwhile.length > 0,
    saving,
    change: (more) => {
      const begun = Object.keys(more).filter((name) => !(name in changed))
      setKnown((now) => ({ ...now, ...storedOf(stored, begun) }))
      setEdits((now) => ({ ...now, ...more }))
      setErrors((now) => without(now, Object.keys(more)))
    },
    uploaded: (look, fields) => {
      showStored(look)
      setEdits((now) => without(now, fields))
    },
    save,
  }
}
