import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { contactInput } from '../contract.ts'

const schema = contactInput.extend({ to: z.string() })

/** Delivers a message of the contact form to the operator; a reply goes to whoever wrote it. */
export const contactMailJob = ({ mailer }: { mailer: Mailer }) =>
  defineJob({
    name: 'contact.mail',
    schema,
    retryLimit: 8,
    expireInSeconds: 120,
    concurrency: 2,
    handler: async ({ to, first_name, last_name, email, subject, message }) => {
      const name = `${first_name} ${last_name}`
      await mailer.send({
        to,
        replyTo: email,
        author: name,
        subject: `Contact: ${subject}`,
        text: `${name} <${email}> wrote through the contact form:\n\n${message}`,
      })
    },
  })
export type ContactMailJob = ReturnType<typeof contactMailJob>
