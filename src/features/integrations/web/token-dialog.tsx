import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { requiredText } from '../../../kernel/wire.ts'
import { api, client } from '../../../web/api/api.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { DialogActions } from '../../../web/ui/dialog-actions.tsx'
import { applyServerErrors, TextField, useZodForm } from '../../../web/ui/form.tsx'
import { toastError } from '../../../web/ui/toast.tsx'
import { describeService, type ServiceKind } from '../../knowledge/contract.ts'
import { followSync } from './followed-syncs.ts'

interface TokenDialogProps {
  type: ServiceKind
  open: boolean
  onOpenChange: (open: boolean) => void
}

const schema = z.object({ token: requiredText(500, 'Please enter a token.') })

/** Connects with a pasted token where the provider's sign-in is not available. */
export default function TokenDialog({ type, ...dialog }: TokenDialogProps) {
  const name = describeService(type).name
  const { tokenHint, connectFailed } = describeService(type)
  const [, setParams] = useSearchParams()
  const formId = useId()
  const form = useZodForm(schema, { token: '' })
  const submit = form.handleSubmit(async ({ token }) => {
    try {
      followSync(await client.integrations.connectWithToken({ type, token }))
    } catch (error) {
      if (!applyServerErrors(form, error)) toastError(connectFailed)
      return
    }
    form.reset()
    dialog.onOpenChange(false)
    setParams({ tab: 'connected' })
    await queryClient.invalidateQueries({ queryKey: api.integrations.list.key() })
  })
  return (
    <Dialog
      {...dialog}
      size="sm"
      title={`Connect ${name}`}
      description={tokenHint}
      footer={
        <DialogActions
          confirm="Connect"
          formId={formId}
          busy={form.formState.isSubmitting}
          onCancel={() => dialog.onOpenChange(false)}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <TextField control={form.control} name="token" label="Token" type="password" autoComplete="off" />
      </form>
    </Dialog>
  )
}
