import { useState } from 'react'
import { formatDate } from '../../../kernel/format.ts'
import { plural } from '../../../kernel/text.ts'
import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { applyServerErrors, TextField, useZodForm } from '../../../web/ui/form.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import type { WorkspaceSettings } from '../../workspaces/contract.ts'
import { type VisitorData, visitorInput } from '../contract.ts'
import { RetentionField } from './retention-field.tsx'

type Found = VisitorData & { email: string }

const days = ({ first_asked_at: first, last_asked_at: last }: VisitorData): string => {
  const [from, to] = [first, last].map((at) => (at ? formatDate(at) : ''))
  return from === to ? `on ${from}` : `between ${from} and ${to}`
}

/** Visitor data: the retention period, and finding and erasing the data of one visitor by email address. */
export function VisitorDataCard({ settings }: { settings: WorkspaceSettings }) {
  const form = useZodForm(visitorInput, { email: '' })
  const { isSubmitting } = form.formState
  const [found, setFound] = useState<Found>()
  const [asking, setAsking] = useState(false)

  const find = form.handleSubmit(async ({ email }) => {
    setFound(undefined)
    try {
      setFound({ email, ...(await client.questions.visitors.find({ email })) })
    } catch (error) {
      if (!applyServerErrors(form, error)) toastError(messageOf(error))
    }
  })

  const erase = async ({ email }: Found) => {
    try {
      const { erased } = await client.questions.visitors.erase({ email })
      toast({ message: `${plural(erased, 'question')} erased` })
      setFound(undefined)
      form.reset()
    } catch (error) {
      toastError(messageOf(error, 'Failed to erase the data'))
      throw error
    }
  }

  return (
    <Card
      title="Visitor data"
      description="What visitors asked, with the answers, votes and the addresses they left for your reply."
    >
      <RetentionField days={settings.visitor_retention_days} />
      <form noValidate onSubmit={find} className="mt-5 flex flex-col gap-3 border-t border-line pt-5">
        <div className="flex items-end gap-2.5 max-sm:flex-col max-sm:items-stretch">
          <TextField
            control={form.control}
            name="email"
            label="Erase a visitor’s data"
            type="email"
            autoComplete="off"
            placeholder="visitor@example.com"
            className="flex-1"
          />
          <Button type="submit" loading={isSubmitting}>
            Find
          </Button>
        </div>
        <div role="status">
          {found?.questions === 0 && (
            <p className="text-md text-ink-soft">There is no data about a visitor with this address.</p>
          )}
          {found !== undefined && found.questions > 0 && (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-md text-ink-soft">
                {plural(found.questions, 'question')} in their conversations, asked {days(found)}.
              </p>
              <Button variant="danger" onClick={() => setAsking(true)}>
                Erase
              </Button>
            </div>
          )}
        </div>
      </form>
      {found && (
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          destructive
          title="Erase this visitor’s data?"
          description={`All conversations in which ${found.email} left their address are deleted permanently: ${plural(found.questions, 'question')}.`}
          confirmLabel="Erase"
          onConfirm={() => erase(found)}
        />
      )}
    </Card>
  )
}
