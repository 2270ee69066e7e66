import { html } from 'hono/html'
import { plainPage } from '../../../platform/http/index.ts'
import { listOutbox } from '../../../platform/mail/index.ts'

/** Bare addresses in a mail become links: the page is for following them. */
const linkAddresses = (mailText: string) =>
  mailText
    .split(/(https?:\/\/\S+)/g)
    .map((textPart, partIndex) =>
      partIndex % 2 === 1 ? html`<a href="${textPart}">${textPart}</a>` : html`${textPart}`,
    )

/** Outbox of a local instance; a public one has no such page. */
export async function outboxPage(dataFolder: string) {
  const storedMails = (await listOutbox(dataFolder)).sort(
    (leftMail, rightMail) => Number(rightMail.priority === 'high') - Number(leftMail.priority === 'high'),
  )
  const mailList = storedMails.map(
    (storedMail) =>
      html`<article><h2>${storedMail.subject}</h2><p class="muted">To ${storedMail.to}</p><pre>${linkAddresses(storedMail.text)}</pre></article>`,
  )
  const pageBody = html`<h1>Mail outbox</h1><p class="muted">This local instance sends no mail. What it would have sent is here, newest first; messages with priority come before all others.</p>
${storedMails.length > 0 ? mailList : html`<p>No mail yet.</p>`}`
  return plainPage('Mail outbox', pageBody, { https: false })
}
