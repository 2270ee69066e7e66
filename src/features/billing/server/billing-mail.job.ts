import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { formatLongDate } from '../../../kernel/format.ts'
import { plural } from '../../../kernel/text.ts'
import { type Database, systemTransaction } from '../../../platform/db/index.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import type { Mail, Mailer } from '../../../platform/mail/index.ts'
import { users } from '../../accounts/server/index.ts'
import { PAST_DUE_GRACE_DAYS, productPlanOf, TRIAL_NOTICE_DAYS } from '../contract.ts'

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

const formatDay = (isoDate: string | null): string =>
  isoDate ? formatLongDate(isoDate, 'UTC') : 'the end of the period'

/** Whole days until then, a begun one counting as one: a trial that an operator shortened has fewer than is usual. */
const daysUntil = (isoDate: string | null, now: Date): number =>
  isoDate ? Math.max(1, Math.ceil((Date.parse(isoDate) - now.getTime()) / DAY_MS)) : TRIAL_NOTICE_DAYS

/** The texts, as of `now`. Every one says what stays: nothing is ever deleted for want of a payment. */
export function billingMail(
  { mail, plan, at, since }: BillingMail,
  billingTabUrl: string,
  now: Date,
): Omit<Mail, 'to'> {
  const planName = plan ? productPlanOf(plan).name : ''
  const priceText = plan ? `$${productPlanOf(plan).price.toFixed(2)} a month` : ''
  const endDay = formatDay(at)
  const graceEndDay = formatDay(since && new Date(Date.parse(since) + PAST_DUE_GRACE_DAYS * DAY_MS).toISOString())
  const reassurance = 'Nothing is deleted, and your public help page keeps working.'
  const mailTexts: Record<BillingMail['mail'], [string, string]> = {
    trial_ending: [
      `Your free trial ends in ${plural(daysUntil(at, now), 'day')}`,
      `Your free trial of Answerloom ends on ${endDay}. Nothing will be charged: you have not subscribed.\n\nTo continue without interruption, choose a plan:\n${billingTabUrl}\n\nOtherwise your dashboard is paused until you do. ${reassurance}`,
    ],
    trial_ended: [
      'Your free trial has ended',
      `Your free trial of Answerloom has ended. Nothing was charged.\n\nTo continue, choose a plan:\n${billingTabUrl}\n\n${reassurance}`,
    ],
    started: [
      `You are subscribed to ${planName}`,
      `Thank you for subscribing to Answerloom ${planName}, ${priceText}. Your subscription renews on ${endDay}; you can change or cancel it at any time:\n${billingTabUrl}`,
    ],
    plan_changed: [
      `Your plan is now ${planName}`,
      `Your Answerloom subscription was changed to ${planName}, ${priceText}. What you have stays as it is, also where it is more than the plan allows.\n\nYour subscription:\n${billingTabUrl}`,
    ],
    change_scheduled: [
      `Your plan changes to ${planName} on ${endDay}`,
      `Until ${endDay} everything stays as it is. From then on your Answerloom subscription is ${planName}, ${priceText}. What you have stays, also where it is more than the plan allows.\n\nYou can undo this until then:\n${billingTabUrl}`,
    ],
    will_end: [
      `Your subscription ends on ${endDay}`,
      `Your Answerloom ${planName} subscription was canceled and ends on ${endDay}. Until then you have everything you paid for, and nothing more will be charged.\n\nYou can resume it until then:\n${billingTabUrl}\n\n${reassurance}`,
    ],
    resumed: [
      'Your subscription continues',
      `Your Answerloom ${planName} subscription was resumed. It renews on ${endDay}, ${priceText}.\n\nYour subscription:\n${billingTabUrl}`,
    ],
    payment_failed: [
      'Your payment failed',
      `A payment for your Answerloom ${planName} subscription failed. You keep everything until ${graceEndDay}, and we will retry the payment until then.\n\nTo update your payment method:\n${billingTabUrl}\n\n${reassurance}`,
    ],
    fixed: [
      'Your payment came through',
      `The payment for your Answerloom ${planName} subscription came through after all. Thank you; there is nothing left to do.\n\nYour subscription:\n${billingTabUrl}`,
    ],
    ended: [
      'Your subscription has ended',
      `Your Answerloom ${planName} subscription has ended. Nothing more will be charged.\n\nTo subscribe again:\n${billingTabUrl}\n\n${reassurance}`,
    ],
  }
  const [subject, text] = mailTexts[mail]
  return { subject, text }
}

/** Sends the mails of billing. Who has deleted their account by then gets none. */
export const billingMailJob = (mailOptions: { db: Database; mailer: Mailer; appUrl: URL }) =>
  defineJob({
    name: 'billing.mail',
    schema: billingMailSchema,
    retryLimit: 8,
    expireInSeconds: 120,
    concurrency: 2,
    handler: async (billingNotice, { jobId }) => {
      const [user] = await systemTransaction(mailOptions.db, (transaction) =>
        transaction.select({ email: users.email }).from(users).where(eq(users.id, billingNotice.user_id)),
      )
      if (!user) return
      const billingTabUrl = new URL('/dashboard/profile?tab=billing', mailOptions.appUrl).href
      await mailOptions.mailer.send({
        to: user.email,
        id: jobId,
        ...billingMail(billingNotice, billingTabUrl, new Date()),
      })
    },
  })
