import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatLongDate } from '../../../kernel/format.ts'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { type ChangePreview, type PlanKey, productPlanOf } from '../contract.ts'
import { formatMoney } from './format.ts'
import { refreshBilling } from './use-live-billing.ts'

const done = ({ plan, takes_effect, at }: ChangePreview) =>
  takes_effect === 'now'
    ? `You are on ${productPlanOf(plan).name} now.`
    : `Your plan changes to ${productPlanOf(plan).name} on ${formatLongDate(at)}.`

function Preview({ preview }: { preview: ChangePreview }) {
  const { takes_effect, at, due_now, then_monthly, currency } = preview
  const later = takes_effect === 'period_end'
  const rows = [
    ['Takes effect', later ? formatLongDate(at) : 'Now'],
    ['To pay now, before taxes', formatMoney(due_now, currency)],
    [
      later ? `Each month from ${formatLongDate(at)}` : 'Each month from the next renewal',
      formatMoney(then_monthly, currency),
    ],
  ]
  return (
    <>
      <dl className="divide-y divide-line rounded-lg border border-line">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 px-4 py-2.5 text-md">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-md text-ink-soft">
        {later
          ? 'Until then everything stays as it is. Nothing is deleted afterwards: content beyond the limits of the plan stays public and readable, but you cannot add more.'
          : 'You pay the difference for the rest of the current period.'}
      </p>
    </>
  )
}

export interface ChangePlanDialogProps {
  /** Null while it is closed. */
  change: { id: string; plan: PlanKey } | null
  onClose: () => void
}

/** Price and start of a plan change, for confirmation. */
export function ChangePlanDialog({ change, onClose }: ChangePlanDialogProps) {
  // While it closes it still shows what it was about.
  const [shown, setShown] = useState(change)
  if (change && change !== shown) setShown(change)
  const preview = useQuery(
    api.billing.previewChange.queryOptions({
      input: shown ?? { id: '', plan: 'pro' },
      enabled: change !== null,
      staleTime: 0,
      gcTime: 0,
    }),
  )
  const save = useMutation({
    mutationFn: (input: { id: string; plan: PlanKey }) => client.billing.changePlan(input),
    onSuccess: () => {
      if (preview.data) toast({ message: done(preview.data) })
      onClose()
    },
    onError: (error) => toastError(messageOf(error)),
    onSettled: refreshBilling,
  })
  const name = shown ? productPlanOf(shown.plan).name : ''
  return (
    <Dialog
      open={change !== null}
      onOpenChange={(open) => !open && onClose()}
      dismissable={!save.isPending}
      size="sm"
      title={`Change to ${name}`}
      footer={
        <>
          <Button disabled={save.isPending} onClick={onClose}>
            Not now
          </Button>
          <Button
            variant="primary"
            disabled={!preview.data}
            loading={save.isPending}
            onClick={() => change && save.mutate(change)}
          >
            {`Change to ${name}`}
          </Button>
        </>
      }
    >
      {preview.isError ? (
        <QueryError title="The change could not be calculated" className="py-6" query={preview} />
      ) : preview.data ? (
        <Preview preview={preview.data} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Dialog>
  )
}
