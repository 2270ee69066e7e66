import { and, asc, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { systemTransaction } from '../../../platform/db/index.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import { workspaces } from '../../workspaces/server/index.ts'
import type { DomainServices } from './custom-domain.ts'
import { checkDomain } from './verify-domain.ts'

const BATCH_SIZE = 500
/** Interval between checks of a verified domain; pending ones are checked each time. */
const RECHECK_INTERVALS = { verified: '6 hours', failed: '1 day' } as const

const isCheckDue = (status: keyof typeof RECHECK_INTERVALS) =>
  and(
    inArray(workspaces.customDomainStatus, [status]),
    lt(workspaces.customDomainCheckedAt, sql`now() - ${RECHECK_INTERVALS[status]}::interval`),
  )

/** Looks again at the domains that wait, stand or failed; the one not looked at for the longest first. */
export const checkDomainsJob = (services: DomainServices) =>
  defineJob({
    name: 'domains.check',
    schema: z.object({}),
    cron: '*/10 * * * *',
    expireInSeconds: 540,
    handler: async (_, { signal }) => {
      const dueWorkspaces = await systemTransaction(services.workspaces.db, (transaction) =>
        transaction
          .select({ id: workspaces.id })
          .from(workspaces)
          .where(
            and(
              isNotNull(workspaces.customDomain),
              or(inArray(workspaces.customDomainStatus, ['pending']), isCheckDue('verified'), isCheckDue('failed')),
            ),
          )
          .orderBy(sql`${asc(workspaces.customDomainCheckedAt)} nulls first`)
          .limit(BATCH_SIZE),
      )
      for (const { id } of dueWorkspaces) {
        signal.throwIfAborted()
        await checkDomain(services, id)
      }
    },
  })
