import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Config } from '../../../../platform/config/index.ts'
import { type Database, systemTransaction } from '../../../../platform/db/index.ts'
import { defineJob } from '../../../../platform/jobs/index.ts'
import type { Mail, Mailer } from '../../../../platform/mail/index.ts'
import { CONFIRM_LINK_HOURS, RESET_LINK_MINUTES } from '../../contract.ts'
import { mailedLinks } from '../accounts.table.ts'
import { linkToken, type MailedLink } from './mailed-links.ts'

const NOTICES = [
  'already_registered',
  'email_changed',
  'password_changed',
  'two_factor_on',
  'two_factor_off',
  'google_connected',
  'google_disconnected',
  'passkey_added',
  'passkey_removed',
] as const

/** A link by its id, or a notice to an address. A link that is gone by then is not mailed. */
export const accountMailSchema = z.union([
  z.object({ link: z.uuid() }),
  z.object({ notice: z.enum(NOTICES), to: z.string() }),
])
export type AccountMail = z.output<typeof accountMailSchema>
type Notice = (typeof NOTICES)[number]

/** The address that a mailed link opens. */
export function linkAddress(appUrl: URL, link: Pick<MailedLink, 'purpose' | 'signUp'>, token: string): string {
  const paths: Record<MailedLink['purpose'], string> = {
    verify_email: `/auth/verify?token=${token}${link.signUp?.next ? `&next=${encodeURIComponent(link.signUp.next)}` : ''}`,
    reset_password: `/auth/reset-password?access_token=${token}&type=recovery`,
    change_email: `/auth/confirm-email?token=${token}`,
    disown_email_change: `/auth/not-me?token=${token}`,
  }
  return new URL(paths[link.purpose], appUrl).href
}

function linkMail(purpose: MailedLink['purpose'], url: string): Omit<Mail, 'to'> {
  switch (purpose) {
    case 'verify_email':
      return {
        subject: 'Confirm your email address',
        text: `Welcome to Answerloom.\n\nConfirm your email address to finish signing up:\n${url}\n\nThe link works once, within ${CONFIRM_LINK_HOURS} hours. If you did not sign up, you can ignore this email.`,
      }
    case 'reset_password':
      return {
        subject: 'Reset your password',
        text: `We received a request to reset the password of your Answerloom account.\n\nChoose a new one here:\n${url}\n\nThe link works once, within ${RESET_LINK_MINUTES} minutes. If it was not you, you can ignore this email: your password stays as it is.`,
      }
    case 'change_email':
      return {
        subject: 'Confirm your new email address',
        text: `This address was entered as the new address of an Answerloom account.\n\nConfirm it here:\n${url}\n\nThe link works once, within ${CONFIRM_LINK_HOURS} hours. If it was not you, you can ignore this email.`,
      }
    case 'disown_email_change':
      return {
        subject: 'A new email address for your account',
        text: `A person signed in to your Answerloom account asked to use another email address. Nothing changes until that address is confirmed.\n\nThis wasn't me:\n${url}\n\nThe link cancels the change, signs out every device and lets you choose a new password. It works once, within ${CONFIRM_LINK_HOURS} hours.`,
      }
  }
}

function noticeMail(notice: Notice, options: { origin: string; support: string }): Omit<Mail, 'to'> {
  const notYou = `If this was not you, reset your password at ${options.origin}/auth at once${options.support}.`
  const mails: Record<Notice, Omit<Mail, 'to'>> = {
    already_registered: {
      subject: 'You already have an Answerloom account',
      text: `This email address was entered for a new Answerloom account, but it already has one: sign in at ${options.origin}/auth`,
    },
    email_changed: {
      subject: 'Your email address was changed',
      text: `Your Answerloom account has a new email address. You can no longer sign in with this address.\n\nIf this was not you, write to the people who run ${options.origin}${options.support}.`,
    },
    password_changed: {
      subject: 'Your password was changed',
      text: `The password of your Answerloom account was changed, and your other sessions were signed out.\n\n${notYou}`,
    },
    two_factor_on: {
      subject: 'Two-factor authentication is on',
      text: `From now on, signing in to your Answerloom account also asks for a code from your app.\n\n${notYou}`,
    },
    two_factor_off: {
      subject: 'Two-factor authentication is off',
      text: `Signing in to your Answerloom account no longer asks for a code.\n\n${notYou}`,
    },
    google_connected: {
      subject: 'A Google account was connected',
      text: `A Google account was connected to your Answerloom account. You can now sign in with it.\n\n${notYou} Then disconnect Google in your profile.`,
    },
    passkey_added: {
      subject: 'A passkey was added to your account',
      text: `You can now sign in to your Answerloom account with a new passkey.\n\n${notYou} Then remove the passkey in your profile.`,
    },
    passkey_removed: {
      subject: 'A passkey was removed from your account',
      text: `You can no longer sign in to your Answerloom account with one of your passkeys.\n\n${notYou}`,
    },
    google_disconnected: {
      subject: 'The Google account was disconnected',
      text: `The Google account was disconnected from your Answerloom account.\n\n${notYou}`,
    },
  }
  return mails[notice]
}

/** Sends the mails of accounts, outside the requests that ask for them: who asks learns nothing from how long it takes. */
export const accountMailJob = (options: { db: Database; mailer: Mailer; config: Config }) =>
  defineJob({
    name: 'accounts.mail',
    schema: accountMailSchema,
    retryLimit: 8,
    expireInSeconds: 120,
    concurrency: 2,
    handler: async (payload) => {
      const { appUrl, secretKey, supportEmail } = options.config
      if ('notice' in payload) {
        const support = supportEmail ? ` and write to ${supportEmail}` : ''
        return options.mailer.send({
          to: payload.to,
          ...noticeMail(payload.notice, { origin: appUrl.origin, support }),
        })
      }
      const [link] = await systemTransaction(options.db, (transaction) =>
        transaction.select().from(mailedLinks).where(eq(mailedLinks.id, payload.link)),
      )
      if (!link) return
      const url = linkAddress(appUrl, link, linkToken(secretKey, link.id))
      await options.mailer.send({ to: link.email, ...linkMail(link.purpose, url) })
    },
  })
