import { Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { z } from 'zod'
import { requiredText } from '../../../../kernel/wire.ts'
import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { copyToClipboard } from '../../../../web/browser/copy-to-clipboard.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { DialogActions } from '../../../../web/ui/dialog-actions.tsx'
import { applyServerErrors, SelectField, TextField, useZodForm } from '../../../../web/ui/form.tsx'
import { TextareaField } from '../../../../web/ui/textarea-field.tsx'
import { toastError } from '../../../../web/ui/toast.tsx'
import { useIdentityProof } from '../../../accounts/web/index.ts'
import { API_KEY_AREAS, type ApiKeyScope, apiKeyLimitsInput } from '../../contract.ts'
import { AREA_NAMES } from './api-key-words.ts'

const LIFETIMES = ['never', '30', '90', '365'] as const
const ACCESS = ['none', 'read', 'write'] as const

const namesIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

const schema = z.object({
  name: requiredText(60, 'Please enter a name.'),
  scope: z.enum(['write', 'read', 'areas']),
  areas: z.record(z.enum(API_KEY_AREAS), z.enum(ACCESS)),
  lifetime: z.enum(LIFETIMES),
  networks: z.string().superRefine((text, context) => {
    const { error } = apiKeyLimitsInput.shape.networks.safeParse(namesIn(text))
    if (error) context.addIssue({ code: 'custom', message: error.issues[0]?.message ?? '' })
  }),
})
type Values = z.output<typeof schema>

const SCOPES = [
  { value: 'write', label: 'Read and write' },
  { value: 'read', label: 'Read only' },
  { value: 'areas', label: 'Chosen areas' },
]
const ACCESS_OPTIONS = [
  { value: 'none', label: 'No access' },
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and write' },
]
const LIFETIME_OPTIONS = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]
const NO_AREAS = Object.fromEntries(API_KEY_AREAS.map((area) => [area, 'none'])) as Values['areas']
const DAY_MS = 86_400_000

function toInput({ name, scope, areas, lifetime, networks }: Values) {
  const chosen = scope === 'areas' ? API_KEY_AREAS.filter((area) => areas[area] !== 'none') : []
  const isReadOnly = scope === 'read' || (scope === 'areas' && chosen.every((area) => areas[area] === 'read'))
  return {
    name,
    scope: isReadOnly ? ('read' as const) : ('write' as const),
    areas: chosen.map((area) => `${area}:${areas[area]}` as ApiKeyScope),
    expires_at: lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString(),
    networks: namesIn(networks),
  }
}

interface CreateApiKeyDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onCreated: () => Promise<void>
}

/** Names a key, then shows it: only this once. */
export default function CreateApiKeyDialog({ open, onOpenChange, onCreated }: CreateApiKeyDialogProps) {
  const form = useZodForm(schema, { name: '', scope: 'write', areas: NO_AREAS, lifetime: 'never', networks: '' })
  const scope = form.watch('scope')
  const { isSubmitting } = form.formState
  const [key, setKey] = useState<string>()
  const formId = useId()
  const identity = useIdentityProof()

  const submit = form.handleSubmit(async (values) => {
    const input = toInput(values)
    if (values.scope === 'areas' && input.areas.length === 0) {
      form.setError('scope', { message: 'Please choose at least one area.' })
      return
    }
    try {
      const created = await client.workspaces.apiKeys.create({ ...input, ...(await identity.collect()) })
      setKey(created.api_key)
      await onCreated()
    } catch (error) {
      if (!identity.shows(error) && !applyServerErrors(form, error))
        toastError(messageOf(error, 'Failed to create the key'))
    }
  })

  if (key)
    return (
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title="Your new API key"
        description="Copy it now: it is not shown again."
        footer={
          <>
            <Button icon={<Copy size={16} aria-hidden="true" />} onClick={() => void copyToClipboard(key, 'Code')}>
              Copy
            </Button>
            <Button variant="primary" onClick={() => onOpenChange(false)}>
              Done
            </Button>
          </>
        }
      >
        <code className="block rounded-md bg-sunken px-3 py-2.5 font-mono text-sm break-all">{key}</code>
      </Dialog>
    )
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create an API key"
      footer={
        <DialogActions confirm="Create key" formId={formId} busy={isSubmitting} onCancel={() => onOpenChange(false)} />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField control={form.control} name="name" label="Name" autoComplete="off" placeholder="Website import" />
        <SelectField control={form.control} name="scope" label="Scope" options={SCOPES} />
        {scope === 'areas' && (
          <fieldset className="grid gap-4 sm:grid-cols-2">
            <legend className="sr-only">Areas</legend>
            {API_KEY_AREAS.map((area) => (
              <SelectField
                key={area}
                control={form.control}
                name={`areas.${area}`}
                label={AREA_NAMES[area]}
                options={ACCESS_OPTIONS}
              />
            ))}
          </fieldset>
        )}
        <SelectField control={form.control} name="lifetime" label="Expires" options={LIFETIME_OPTIONS} />
        <TextareaField
          control={form.control}
          name="networks"
          label="Allowed networks (optional)"
          hint="Addresses or networks such as 203.0.113.0/24, one per line. If it is empty, the key works from anywhere."
          rows={2}
        />
        {identity.fields}
      </form>
    </Dialog>
  )
}
