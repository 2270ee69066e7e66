import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Database } from '../../../platform/db/index.ts'
import type { HttpEnv } from '../../../platform/http/index.ts'
import { unsealId } from '../../../platform/sealed-ids/index.ts'
import { endDigest } from './digest-settings.ts'
import { UNSUBSCRIBE_PATH, UNSUBSCRIBE_PURPOSE } from './send-digest.ts'

interface UnsubscribeDependencies {
  db: Database
  secretKeys: readonly string[]
  /** A page of text, with its headers. */
  page(title: string, body: unknown): { html: string; headers: Record<string, string> }
}

const UNKNOWN_LINK_HTML = html`<h1>This link is not valid</h1><p>It may have been cut off on its way. You can turn the digest off in your <a href="/profile">profile</a>.</p>`

/**
 * Ends a digest without signing in. The link alone changes nothing, since programs that look through mails follow links;
 * the button does, and so does the one click of a mail program (RFC 8058), which posts to the same address.
 */
export function createUnsubscribePage({ db, secretKeys, page }: UnsubscribeDependencies): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const subscriptionOfToken = (token: string | undefined) => token && unsealId(secretKeys, UNSUBSCRIBE_PURPOSE, token)
  app.get(UNSUBSCRIBE_PATH, (context) => {
    const token = context.req.query('token')
    const subscriptionId = subscriptionOfToken(token)
    const pageBody = subscriptionId
      ? html`<h1>Stop this digest?</h1><p>You will get no more digests of this workspace by mail. Other mails, and your colleagues’ digests, stay as they are.</p>
<form method="post" action="${UNSUBSCRIBE_PATH}?token=${token}"><button type="submit">Unsubscribe</button></form>`
      : UNKNOWN_LINK_HTML
    const renderedPage = page('Unsubscribe', pageBody)
    return context.body(renderedPage.html, subscriptionId ? 200 : 404, renderedPage.headers)
  })
  app.post(UNSUBSCRIBE_PATH, async (context) => {
    const subscriptionId = subscriptionOfToken(context.req.query('token'))
    if (!subscriptionId) {
      const renderedPage = page('Unsubscribe', UNKNOWN_LINK_HTML)
      return context.body(renderedPage.html, 404, renderedPage.headers)
    }
    const workspaceName = await endDigest(db, subscriptionId)
    const workspaceLabel = workspaceName === null ? 'this workspace' : workspaceName
    const renderedPage = page(
      'Unsubscribed',
      html`<h1>You are unsubscribed</h1><p>No more digests of ${workspaceLabel} will be mailed to you. You can turn them on again in your <a href="/profile">profile</a>.</p>`,
    )
    return context.body(renderedPage.html, 200, renderedPage.headers)
  })
  return app
}
