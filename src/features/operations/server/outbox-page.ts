import { html } from 'hono/html'
import { plainPage } from '../../../platform/http/index.ts'
import { listOutbox } from '../../../platform/mail/index.ts'

/** Bare addresses in a mail become links: the page is for following them. */
const linked = (text: string) =>
  text
    .split(/(https?:\/\/\S+)/g)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))

/** Outbox of a local instance; a public one has no such page. */
export async function outboxPage(dataDir: string) {
  const mails = (await listOutbox(dataDir)).sort(
    (left, right) => Number(right.priority === 'high') - Number(left.priority === 'high'),
  )
  const list = mails.map(
    (mail) =>
      html`<article><h2>${mail.subject}</h2><p class="muted">To ${mail.to}</p><pre>${linked(mail.text)}</pre></article>`,
  )
  const body = html`<h1>Mail outbox</h1><p class="muted">This local instance sends no mail. What it would have sent is here, newest first; messages with priority come before all others.</p>
${mails.length > 0 ? list : html`<p>No mail yet.</p>`}`
  return plainPage('Mail outbox', body, { https: false })
}
