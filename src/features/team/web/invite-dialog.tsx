import { useId } from 'react'
import { z } from 'zod'
import { client } from '../../../web/api/api.ts'
import { ApiError, messageOf } from '../../../web/api/api-error.ts'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { DialogActions } from '../../../web/ui/dialog-actions.tsx'
import { applyServerErrors, SelectField, TextField, useZodForm } from '../../../web/ui/form.tsx'
import { toast } from '../../../web/ui/toast.tsx'
import { INVITATION_DAYS, inviteInput } from '../contract.ts'
import { changeTeam } from './use-team.ts'

const ROLE_OPTIONS = [
  { value: 'member', label: 'Member' },
  { value: 'owner', label: 'Owner' },
]

const schema = z.object({ email: inviteInput.shape.email, role: z.enum(['owner', 'member']) })

interface InviteDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export default function InviteDialog({ open, onOpenChange }: InviteDialogProps) {
  const form = useZodForm(schema, { email: '', role: 'member' })
  const { isSubmitting } = form.formState
  const formId = useId()

  const submit = form.handleSubmit(async (values) => {
    try {
      await client.team.invitations.send(values)
    } catch (error) {
      if (applyServerErrors(form, error)) return
      const title = error instanceof ApiError ? error.details?.title : undefined
      toast({
        title: typeof title === 'string' ? title : 'Error',
        message: messageOf(error, 'Failed to send the invitation'),
        destructive: true,
      })
      return
    }
    await changeTeam(async () => undefined, `Invitation sent to ${values.email}`, '')
    form.reset()
    onOpenChange(false)
  })

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Invite a team member"
      description={`They get a link by email that works once, within ${INVITATION_DAYS} days.`}
      footer={
        <DialogActions
          confirm="Send invitation"
          formId={formId}
          busy={isSubmitting}
          onCancel={() => onOpenChange(false)}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          control={form.control}
          name="email"
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="name@example.com"
        />
        <SelectField
          control={form.control}
          name="role"
          label="Role"
          options={ROLE_OPTIONS}
          hint="Members work with FAQs, questions and sources. Owners can do everything."
        />
      </form>
    </Dialog>
  )
}
