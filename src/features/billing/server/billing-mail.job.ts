import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { formatLongDate } from '../../../kernel/format.ts'
import { plural } from '../../../kernel/text.ts'
import { type Database, systemTransaction } from '../../../platform/db/index.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import type { Mail, Mailer } from '../../../platform/mail/index.ts'
import { users } from '../../accounts/server/index.ts'
import { PAST_DUE_GRACE_DAYS, planOf, TRIAL_NOTICE_DAYS } from '../contract.ts'

const DAY_MS = 86_400_000

export const billingMailSchema = z.object({
  mail: z.enum([
    'trial_ending',
    'trial_ended',
    'started',
    'plan_changed',
    'change_scheduled',
    'will_end',
    'resumed',
    'payment_failed',
    'fixed',
    'ended',
  ]),
  user_id: z.uuid(),
  /** The plan it is about; none for trials. */
  plan: z.enum(['starter', 'pro']).nullable(),
  /** When the period, the trial or the plan ends. */
  at: z.iso.datetime().nullable(),
  /** Since when a payment is owed. */
  since: z.iso.datetime().nullable(),
})
export type BillingMail = z.output<typeof billingMailSchema>

const dayOf = (iso: string | null): string => (iso ? formatLongDate(iso, 'UTC') : 'the end of the period')

/** Whole days until then, a begun one counting as one: a trial that an operator shortened has fewer than is usual. */
const daysUntil = (iso: string | null, now: Date): number =>
  iso ? Math.max(1, Math.ceil((Date.parse(iso) - now.getTime()) / DAY_MS)) : TRIAL_NOTICE_DAYS

/** The texts, as of `now`. Every one says what stays: nothing is ever deleted for want of a payment. */
export function billingMail({ mail, plan, at, since }: BillingMail, tab: string, now: Date): Omit<Mail, 'to'> {
  const name = plan ? planOf(plan).name : ''
  const price = plan ? `$${planOf(plan).price.toFixed(2)} a month` : ''
  const until = dayOf(at)
  const graceEnd = dayOf(since && new Date(Date.parse(since) + PAST_DUE_GRACE_DAYS * DAY_MS).toISOString())
  const stays = 'Nothing is deleted, and your public help page keeps working.'
  const texts: Record<BillingMail['mail'], [string, string]> = {
    trial_ending: [
      `Your free trial ends in ${plural(daysUntil(at, now), 'day')}`,
      `Your free trial of Answerloom ends on ${until}. Nothing will be charged: you have not subscribed.\n\nTo continue without interruption, choose a plan:\n${tab}\n\nOtherwise your dashboard is paused until you do. ${stays}`,
    ],
    trial_ended: [
      'Your free trial has ended',
      `Your free trial of Answerloom has ended. Nothing was charged.\n\nTo continue, choose a plan:\n${tab}\n\n${stays}`,
    ],
    started: [
      `You are subscribed to ${name}`,
      `Thank you for subscribing to Answerloom ${name}, ${price}. Your subscription renews on ${until}; you can change or cancel it at any time:\n${tab}`,
    ],
    plan_changed: [
      `Your plan is now ${name}`,
      `Your Answerloom subscription was changed to ${name}, ${price}. What you have stays as it is, also where it is more than the plan allows.\n\nYour subscription:\n${tab}`,
    ],
    change_scheduled: [
      `Your plan changes to ${name} on ${until}`,
      `Until ${until} everything stays as it is. From then on your Answerloom subscription is ${name}, ${price}. What you have stays, also where it is more than the plan allows.\n\nYou can undo this until then:\n${tab}`,
    ],
    will_end: [
      `Your subscription ends on ${until}`,
      `Your Answerloom ${name} subscription was canceled and ends on ${until}. Until then you have everything you paid for, and nothing more will be charged.\n\nYou can resume it until then:\n${tab}\n\n${stays}`,
    ],
    resumed: [
      'Your subscription continues',
      `Your Answerloom ${name} subscription was resumed. It renews on ${until}, ${price}.\n\nYour subscription:\n${tab}`,
    ],
    payment_failed: [
      'Your payment failed',
      `A payment for your Answerloom ${name} subscription failed. You keep everything until ${graceEnd}, and we will retry the payment until then.\n\nTo update your payment method:\n${tab}\n\n${stays}`,
    ],
    fixed: [
      'Your payment came through',
      `The payment for your Answerloom ${name} subscription came through after all. Thank you; there is nothing left to do.\n\nYour subscription:\n${tab}`,
    ],
    ended: [
      'Your subscription has ended',
      `Your Answerloom ${name} subscription has ended. Nothing more will be charged.\n\nTo subscribe again:\n${tab}\n\n${stays}`,
    ],
  }
  const [subject, text] = texts[mail]
  return { subject, text }
}

/** Sends the mails of billing. Who has deleted their account by then gets none. */
export const billingMailJob = (options: { db: Database; mailer: Mailer; appUrl: URL }) =>
  defineJob({
    name: 'billing.mail',
    schema: billingMailSchema,
    retryLimit: 8,
    expireInSeconds: 120,
    concurrency: 2,
    handler: async (payload, { jobId }) => {
      const [user] = await systemTransaction(options.db, (transaction) =>
        transaction.select({ email: users.email }).from(users).where(eq(users.id, payload.user_id)),
      )
      if (!user) return
      const tab = new URL('/dashboard/profile?tab=billing', options.appUrl).href
      await options.mailer.send({ to: user.email, id: jobId, ...billingMail(payload, tab, new Date()) })
    },
  })
