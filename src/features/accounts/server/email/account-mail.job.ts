import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Config } from '../../../../platform/config/index.ts'
import { type Database, systemTransaction } from '../../../../platform/db/index.ts'
import { defineJob } from '../../../../platform/jobs/index.ts'
import type { Mail, Mailer } from '../../../../platform/mail/index.ts'
import { CONFIRM_LINK_HOURS, RESET_LINK_MINUTES } from '../../contract.ts'
import { mailedLinks } from '../accounts.table.ts'
import { linkToken, type MailedLink } from './mailed-links.ts'

const NOTICE_KINDS = [
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
  z.object({ notice: z.enum(NOTICE_KINDS), to: z.string() }),
])
export type AccountMail = z.output<typeof accountMailSchema>
type NoticeKind = (typeof NOTICE_KINDS)[number]

/** The address that a mailed link opens. */
export function linkAddress(
  appUrl: URL,
  mailedLink: Pick<MailedLink, 'purpose' | 'signUp'>,
  sealedToken: string,
): string {
  const pathsByPurpose: Record<MailedLink['purpose'], string> = {
    verify_email: `/auth/verify?token=${sealedToken}${mailedLink.signUp?.next ? `&next=${encodeURIComponent(mailedLink.signUp.next)}` : ''}`,
    reset_password: `/auth/reset-password?access_token=${sealedToken}&type=recovery`,
    change_email: `/auth/confirm-email?token=${sealedToken}`,
    disown_email_change: `/auth/not-me?token=${sealedToken}`,
  }
  return new URL(pathsByPurpose[mailedLink.purpose], appUrl).href
}

function linkMail(linkPurpose: MailedLink['purpose'], linkUrl: string): Omit<Mail, 'to'> {
  switch (linkPurpose) {
    case 'verify_email':
      return {
        subject: 'Confirm your email address',
        text: `Welcome to Answerloom.\n\nConfirm your email address to finish signing up:\n${linkUrl}\n\nThe link works once, within ${CONFIRM_LINK_HOURS} hours. If you did not sign up, you can ignore this email.`,
      }
    case 'reset_password':
      return {
        subject: 'Reset your password',
        text: `We received a request to reset the password of your Answerloom account.\n\nChoose a new one here:\n${linkUrl}\n\nThe link works once, within ${RESET_LINK_MINUTES} minutes. If it was not you, you can ignore this email: your password stays as it is.`,
      }
    case 'change_email':
      return {
        subject: 'Confirm your new email address',
        text: `This address was entered as the new address of an Answerloom account.\n\nConfirm it here:\n${linkUrl}\n\nThe link works once, within ${CONFIRM_LINK_HOURS} hours. If it was not you, you can ignore this email.`,
      }
    case 'disown_email_change':
      return {
        subject: 'A new email address for your account',
        text: `A person signed in to your Answerloom account asked to use another email address. Nothing changes until that address is confirmed.\n\nThis wasn't me:\n${linkUrl}\n\nThe link cancels the change, signs out every device and lets you choose a new password. It works once, within ${CONFIRM_LINK_HOURS} hours.`,
      }
  }
}

function noticeMail(noticeKind: NoticeKind, mailOptions: { origin: string; support: string }): Omit<Mail, 'to'> {
  const notYouText = `If this was not you, reset your password at ${mailOptions.origin}/auth at once${mailOptions.support}.`
  const mailsByNotice: Record<NoticeKind, Omit<Mail, 'to'>> = {
    already_registered: {
      subject: 'You already have an Answerloom account',
      text: `This email address was entered for a new Answerloom account, but it already has one: sign in at ${mailOptions.origin}/auth`,
    },
    email_changed: {
      subject: 'Your email address was changed',
      text: `Your Answerloom account has a new email address. You can no longer sign in with this address.\n\nIf this was not you, write to the people who run ${mailOptions.origin}${mailOptions.support}.`,
    },
    password_changed: {
      subject: 'Your password was changed',
      text: `The password of your Answerloom account was changed, and your other sessions were signed out.\n\n${notYouText}`,
    },
    two_factor_on: {
      subject: 'Two-factor authentication is on',
      text: `From now on, signing in to your Answerloom account also asks for a code from your app.\n\n${notYouText}`,
    },
    two_factor_off: {
      subject: 'Two-factor authentication is off',
      text: `Signing in to your Answerloom account no longer asks for a code.\n\n${notYouText}`,
    },
    google_connected: {
      subject: 'A Google account was connected',
      text: `A Google account was connected to your Answerloom account. You can now sign in with it.\n\n${notYouText} Then disconnect Google in your profile.`,
    },
    passkey_added: {
      subject: 'A passkey was added to your account',
      text: `You can now sign in to your Answerloom account with a new passkey.\n\n${notYouText} Then remove the passkey in your profile.`,
    },
    passkey_removed: {
      subject: 'A passkey was removed from your account',
      text: `You can no longer sign in to your Answerloom account with one of your passkeys.\n\n${notYouText}`,
    },
    google_disconnected: {
      subject: 'The Google account was disconnected',
      text: `The Google account was disconnected from your Answerloom account.\n\n${notYouText}`,
    },
  }
  return mailsByNotice[noticeKind]
}

/** Sends the mails of accounts, outside the requests that ask for them: who asks learns nothing from how long it takes. */
export const accountMailJob = (jobOptions: { db: Database; mailer: Mailer; config: Config }) =>
  defineJob({
    name: 'accounts.mail',
    schema: accountMailSchema,
    retryLimit: 8,
    expireInSeconds: 120,
    concurrency: 2,
    handler: async (mailRequest) => {
      const { appUrl, secretKey, supportEmail } = jobOptions.config
      if ('notice' in mailRequest) {
        const supportText = supportEmail ? ` and write to ${supportEmail}` : ''
        return jobOptions.mailer.send({
          to: mailRequest.to,
          ...noticeMail(mailRequest.notice, { origin: appUrl.origin, support: supportText }),
        })
      }
      const [link] = await systemTransaction(jobOptions.db, (transaction) =>
        transaction.select().from(mailedLinks).where(eq(mailedLinks.id, mailRequest.link)),
      )
      if (!link) return
      const linkUrl = linkAddress(appUrl, link, linkToken(secretKey, link.id))
      await jobOptions.mailer.send({ to: link.email, ...linkMail(link.purpose, linkUrl) })
    },
  })
