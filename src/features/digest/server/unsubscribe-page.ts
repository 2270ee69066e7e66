import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Database } from '../../../platform/db/index.ts'
import type { HttpEnv } from '../../../platform/http/index.ts'
import { unsealId } from '../../../platform/sealed-ids/index.ts'
import { endDigest } from './digest-settings.ts'
import { UNSUBSCRIBE, UNSUBSCRIBE_PURPOSE } from './send-digest.ts'

interface UnsubscribeDeps {
  db: Database
  secretKeys: readonly string[]
  /** A page of text, with its headers. */
  page(title: string, body: unknown): { html: string; headers: Record<string, string> }
}

const UNKNOWN = html`<h1>This link is not valid</h1><p>It may have been cut off on its way. You can turn the digest off in your <a href="/profile">profile</a>.</p>`

/**
 * Ends a digest without signing in. The link alone changes nothing, since programs that look through mails follow links;
 * the button does, and so does the one click of a mail program (RFC 8058), which posts to the same address.
 */
export function createUnsubscribePage({ db, secretKeys, page }: UnsubscribeDeps): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const subscriptionIn = (token: string | undefined) => token && unsealId(secretKeys, UNSUBSCRIBE_PURPOSE, token)
  app.get(UNSUBSCRIBE, (context) => {
    const token = context.req.query('token')
    const known = subscriptionIn(token)
    const body = known
      ? html`<h1>Stop this digest?</h1><p>You will get no more digests of this workspace by mail. Other mails, and your colleagues’ digests, stay as they are.</p>
<form method="post" action="${UNSUBSCRIBE}?token=${token}"><button type="submit">Unsubscribe</button></form>`
      : UNKNOWN
    const shown = page('Unsubscribe', body)
    return context.body(shown.html, known ? 200 : 404, shown.headers)
  })
  app.post(UNSUBSCRIBE, async (context) => {
    const known = subscriptionIn(context.req.query('token'))
    if (!known) {
      const shown = page('Unsubscribe', UNKNOWN)
      return context.body(shown.html, 404, shown.headers)
    }
    const workspace = await endDigest(db, known)
    const of = workspace === null ? 'this workspace' : workspace
    const shown = page(
      'Unsubscribed',
      html`<h1>You are unsubscribed</h1><p>No more digests of ${of} will be mailed to you. You can turn them on again in your <a href="/profile">profile</a>.</p>`,
    )
    return context.body(shown.html, 200, shown.headers)
  })
  return app
}
