import { useMutation, useQuery } from '@tanstack/react-query'
import { FileText, Receipt } from 'lucide-react'
import { formatLongDate } from '../../../kernel/format.ts'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { Badge, type Tone } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { toastError } from '../../../web/ui/toast.tsx'
import type { Order } from '../contract.ts'
import { formatMoney } from './format.ts'

const STATUS: Record<Order['status'], [string, Tone]> = {
  draft: ['Draft', 'neutral'],
  pending: ['Pending', 'warn'],
  paid: ['Paid', 'good'],
  refunded: ['Refunded', 'neutral'],
  partially_refunded: ['Partly refunded', 'neutral'],
  void: ['Void', 'neutral'],
}

function OrderRow({ order }: { order: Order }) {
  const invoice = useMutation({
    // Opened at once, so that the browser knows who asked for the window; it gets its address afterwards.
    mutationFn: async (opened: Window | null) => {
      try {
        const { invoice_url } = await client.billing.invoice({ id: order.id })
        if (opened) opened.location.replace(invoice_url)
        else window.location.assign(invoice_url)
      } catch (error) {
        opened?.close()
        throw error
      }
    },
    onError: (error) => toastError(messageOf(error)),
  })
  const [label, tone] = STATUS[order.status]
  const day = formatLongDate(order.created_at)
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2.5">
      <div className="min-w-0 flex-1 basis-40">
        <p className="truncate text-md font-medium">{order.description}</p>
        <p className="text-sm text-ink-faint">{order.number ? `${day} · ${order.number}` : day}</p>
      </div>
      <Badge tone={tone}>{label}</Badge>
      <span className="text-md font-medium tabular-nums">{formatMoney(order.total, order.currency)}</span>
      <Button
        size="sm"
        variant="ghost"
        className="max-sm:-ml-2.5"
        icon={<FileText size={15} aria-hidden="true" />}
        loading={invoice.isPending}
        aria-label={`Invoice of ${day}`}
        onClick={() => invoice.mutate(window.open('', '_blank'))}
      >
        Invoice
      </Button>
    </li>
  )
}

/** Billing history: the provider's orders with their invoices. */
export function OrdersCard() {
  const orders = useQuery(api.billing.orders.queryOptions())
  const items = orders.data?.items
  return (
    <Card title="Billing history" padded={false}>
      <div className="mt-3 border-t border-line">
        {orders.isError && !items ? (
          <QueryError title="Your payments could not be loaded" className="py-8" query={orders} />
        ) : !items ? (
          <SkeletonRows rows={2} />
        ) : items.length === 0 ? (
          <EmptyState title="No payments yet" icon={Receipt} message="Your payments and invoices will appear here." />
        ) : (
          <ul aria-label="Orders" className="divide-y divide-line">
            {items.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}
