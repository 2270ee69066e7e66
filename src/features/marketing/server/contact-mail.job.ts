import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { contactInput } from '../contract.ts'

/** Messages that an earlier version queued say nothing of a priority. */
const schema = contactInput.extend({ to: z.string(), priority: z.boolean().default(false) })

/** Comes before the visitor's own words, so that no subject can pretend to it. */
const PRIORITY_MARK = 'Priority: '

/** Delivers a message of the contact form to the operator; a reply goes to its author. */
export const contactMailJob = ({ mailer }: { mailer: Mailer }) =>
  defineJob({
    name: 'contact.mail',
    schema,
    retryLimit: 8,
    expireInSeconds: 120,
    concurrency: 2,
    handler: async ({ to, first_name, last_name, email, subject, message, priority }) => {
      const name = `${first_name} ${last_name}`
      await mailer.send({
        to,
        replyTo: email,
        author: name,
        subject: `${priority ? PRIORITY_MARK : ''}Contact: ${subject}`,
        ...(priority && { priority: 'high' as const }),
        text: `${name} <${email}> wrote through the contact form:\n\n${message}`,
      })
    },
  })
export type ContactMailJob = ReturnType<typeof contactMailJob>
