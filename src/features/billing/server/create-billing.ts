import { z } from 'zod'
import type { Config } from '../../../platform/config/index.ts'
import type { Database, DatabaseLog } from '../../../platform/db/index.ts'
import type { EventBus } from '../../../platform/events/index.ts'
import { defineJob, type JobDefinition, type Jobs } from '../../../platform/jobs/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { billingMailJob } from './billing-mail.job.ts'
import type { BillingServices } from './billing-services.ts'
import { notifyTrials } from './notify-trials.ts'
import { createPolar } from './polar/create-polar.ts'
import type { BillingProvider } from './provider.ts'
import { reconcile } from './refresh.ts'
import { createSandbox, type Sandbox } from './sandbox/create-sandbox.ts'

export interface Billing {
  services: BillingServices
  /** Null unless BILLING=sandbox. */
  sandbox: Sandbox | null
  jobs: JobDefinition[]
  /** Follows what happens to accounts, from now on. */
  follow(events: EventBus): void
}

export interface BillingOptions {
  db: Database
  events: EventBus
  mailer: Mailer
  config: Config
  log: DatabaseLog
  countWorkspaces: BillingServices['countWorkspaces']
}

const releaseSchema = z.union([z.object({ user_id: z.uuid() }), z.object({ subscription_id: z.string() })])

/** Billing of this instance: who takes the money, the work in the background, and what sets it going. */
export function createBilling(billingOptions: BillingOptions, currentQueue: () => Jobs): Billing {
  const { db, events, mailer, config, log } = billingOptions
  const { appUrl } = config
  const billingMailDefinition = billingMailJob({ db, mailer, appUrl })
  const cancellationJob = defineJob({
    name: 'billing.release',
    schema: releaseSchema,
    // Retry period of over a day, because a user is charged for nothing until it succeeds.
    retryLimit: 300,
    expireInSeconds: 120,
    handler: async (cancellationTarget) => {
      const { provider } = services
      if (!provider) return
      if ('user_id' in cancellationTarget) await provider.forget(cancellationTarget.user_id)
      else await provider.revoke(cancellationTarget.subscription_id)
    },
  })
  const sandbox = config.billing === 'sandbox' ? createSandbox({ db, appUrl, secretKey: config.secretKey }) : null
  const provider: BillingProvider | null = sandbox?.provider ?? (config.polar && createPolar(config.polar, log))
  const services: BillingServices = {
    db,
    events,
    provider,
    appUrl,
    log,
    countWorkspaces: billingOptions.countWorkspaces,
    sendMail: (transaction, billingNotice) => currentQueue().send(transaction, billingMailDefinition, billingNotice),
    release: (transaction, cancellationTarget) =>
      currentQueue().send(transaction, cancellationJob, cancellationTarget, {
        singletonKey: Object.values(cancellationTarget)[0],
      }),
  }
  const reconciliationJob = defineJob({
    name: 'billing.reconcile',
    schema: z.object({}),
    cron: '23 3 * * *',
    expireInSeconds: 3600,
    handler: async (_, { signal }) => {
      await reconcile(services, signal)
    },
  })
  const trialNoticeJob = defineJob({
    name: 'billing.trials',
    schema: z.object({}),
    cron: '*/10 * * * *',
    handler: () => notifyTrials(services, new Date()),
  })
  return {
    services: services,
    sandbox,
    jobs: [billingMailDefinition, cancellationJob, reconciliationJob, trialNoticeJob],
    follow(accountEvents) {
      accountEvents.within('account.deleting', async (transaction, { user_id }) => {
        if (provider) await services.release(transaction, { user_id })
      })
    },
  }
}
