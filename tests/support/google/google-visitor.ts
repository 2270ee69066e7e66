// A browser's way to Google and back, without a browser.
import { type Visitor, visit } from '../accounts/account-client.ts'
import type { TestApp } from '../app/test-app.ts'
import type { OpenidAccount, OpenidServer } from './openid-server.ts'

let accounts = 0

/** An unused account at the fake issuer. */
export const googleAccount = (google: OpenidServer, changes: Partial<OpenidAccount> = {}): OpenidAccount => {
  accounts += 1
  const own = { sub: `sub-${process.pid}-${accounts}`, email: `google-${process.pid}-${accounts}@example.com` }
  return google.account({ ...own, email_verified: true, given_name: 'Grace', family_name: 'Weaver', ...changes })
}

/** Opens the address that Google sent this browser back to. Returns where that leads: path and query. */
export async function returnFromProvider(app: TestApp, visitor: Visitor, address: string): Promise<string> {
  const answer = await app.fetch(new Request(address, { headers: { cookie: visitor.cookie() } }))
  visitor.keep(answer)
  const location = answer.headers.get('location')
  if (!location) throw new Error(`the callback answered ${answer.status}`)
  return location
}

/** Signs in, or up, in a browser of its own. */
export async function throughGoogle(
  app: TestApp,
  google: OpenidServer,
  who: OpenidAccount | 'deny',
  intent: { next?: string; invitation?: string } = {},
) {
  const visitor = visit(app)
  const { url } = await visitor.client.accounts.startGoogle(intent)
  const address = await google.choose(url, who)
  return { ...visitor, address, led: await returnFromProvider(app, visitor, address) }
}
