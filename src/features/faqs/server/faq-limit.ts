import { AppError } from '../../../kernel/app-error.ts'
import type { WorkspaceContext } from '../../workspaces/server/index.ts'
import { countLive } from './faqs.queries.ts'
import type { FaqOrderTransaction } from './with-faq-order.ts'

/** FAQ limit of the workspace when the caller was authorized, or null. Background work has no limit. */
export function faqLimit(context: WorkspaceContext): number | null {
  if (context.role === 'job') return null
  if (!context.access) throw new Error('a procedure that adds FAQs must declare that it writes')
  return context.access.limits.faqs
}

export const limitReached = (planLimit: number) =>
  new AppError(
    'limit',
    'limit.faqs',
    `Your plan allows ${planLimit} FAQs. Upgrade to Pro for unlimited FAQs, or archive some.`,
    {
      details: { limit: planLimit },
    },
  )

/** Returns how many more live FAQs fit. Of two concurrent requests at the limit one wins. */
export async function roomFor(transaction: FaqOrderTransaction, planLimit: number | null): Promise<number> {
  return planLimit === null ? Number.POSITIVE_INFINITY : Math.max(0, planLimit - (await countLive(transaction)))
}
