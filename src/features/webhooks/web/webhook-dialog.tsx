import { type RefObject, useRef, useState } from 'react'
import { client } from '../../../web/api/api.ts'
import { ApiError, messageOf } from '../../../web/api/api-error.ts'
import { Field } from '../../../web/ui/field.tsx'
import { FormError } from '../../../web/ui/form.tsx'
import { FormDialog, firstErrors } from '../../../web/ui/form-dialog.tsx'
import { Input } from '../../../web/ui/input.tsx'
import { toast } from '../../../web/ui/toast.tsx'
import { createWebhookInput, type Webhook, type WebhookEvent } from '../contract.ts'
import { EventChoices } from './event-choices.tsx'
import { type HeaderDraft, HeadersField, newHeader } from './headers-field.tsx'

interface Draft {
  url: string
  description: string
  events: readonly WebhookEvent[]
  headers: readonly HeaderDraft[]
}

interface WebhookDialogProps {
  /** The endpoint to edit; otherwise a new one. */
  webhook?: Webhook
  onClose: () => void
  /** Closes the dialog. A new endpoint comes with its secret. */
  onSaved: (saved: Webhook & { secret?: string }) => void
}

const draftOf = (webhook?: Webhook): Draft => ({
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  events: webhook?.events ?? [],
  headers: (webhook?.header_names ?? []).map((name) => newHeader(name, true)),
})

/** Address, events and headers of an endpoint. */
export default function WebhookDialog({ webhook, onClose, onSaved }: WebhookDialogProps) {
  const urlRef = useRef<HTMLInputElement>(null)
  return (
    <FormDialog
      title={webhook ? 'Edit webhook endpoint' : 'Add webhook endpoint'}
      confirm={webhook ? 'Save changes' : 'Add endpoint'}
      initialFocus={urlRef}
      onClose={onClose}
    >
      {(id, saving) => (
        <WebhookForm
          id={id}
          urlRef={urlRef}
          initial={draftOf(webhook)}
          save={async (input) => {
            const saved = await saving(() =>
              webhook ? client.webhooks.update({ id: webhook.id, ...input }) : client.webhooks.create(input),
            )
            toast({ message: webhook ? 'Endpoint saved' : 'Endpoint added' })
            onSaved(saved)
          }}
        />
      )}
    </FormDialog>
  )
}

interface WebhookFormProps {
  id: string
  urlRef: RefObject<HTMLInputElement | null>
  initial: Draft
  save: (input: Parameters<typeof client.webhooks.create>[0]) => Promise<void>
}

function WebhookForm({ id, urlRef, initial, save }: WebhookFormProps) {
  const [draft, setDraft] = useState(initial)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const change = (part: Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...part }))
    setErrors({})
  }
  const submit = async () => {
    const headers = draft.headers.filter(({ name, value }) => name.trim() !== '' || value !== '')
    const input = {
      url: draft.url,
      description: draft.description,
      events: [...draft.events],
      headers: headers.map(({ name, value, isStored }) => ({ name, ...(isStored && value === '' ? {} : { value }) })),
    }
    const parsed = createWebhookInput.safeParse(input)
    if (!parsed.success) {
      const found = firstErrors(parsed.error.issues)
      setErrors(found)
      if (found.url) urlRef.current?.focus()
      return
    }
    try {
      await save(input)
    } catch (error) {
      const fields = error instanceof ApiError ? (error.details?.fields ?? []) : []
      const found = firstErrors(fields.map(({ path, message }) => ({ path: path.split('.'), message })))
      setErrors(fields.length > 0 ? found : { form: messageOf(error, 'The endpoint could not be saved.') })
      if (found.url) urlRef.current?.focus()
    }
  }
  return (
    <form
      id={id}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <FormError message={errors.form} />
      <Field label="Address" hint="Events are sent to it by POST, over https." error={errors.url}>
        <Input
          ref={urlRef}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://example.com/hooks"
          value={draft.url}
          onChange={(event) => change({ url: event.target.value })}
        />
      </Field>
      <Field label="Description" optional error={errors.description}>
        <Input
          autoComplete="off"
          placeholder="Slack of the support team"
          value={draft.description}
          onChange={(event) => change({ description: event.target.value })}
        />
      </Field>
      <EventChoices chosen={draft.events} error={errors.events} onChange={(events) => change({ events })} />
      <HeadersField headers={draft.headers} error={errors.headers} onChange={(headers) => change({ headers })} />
    </form>
  )
}
