// A fake of Google's accounts: a certified OpenID Connect server on loopback, with a page to choose an account on.
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { interactionPolicy } from 'oidc-provider'
import { DRIVE_CLIENT } from './drive-oauth.ts'

/** One client of Google's opens both. */
export const OPENID_CLIENT = DRIVE_CLIENT

/** An account there. */
export interface OpenidAccount {
  sub: string
  email: string
  email_verified: boolean
  given_name?: string
  family_name?: string
}

export interface OpenidServer {
  /** For GOOGLE_ISSUER. */
  url: string
  /** For the server's environment. */
  env: Record<string, string>
  /** Adds an account, or changes the one with this `sub`. */
  account(account: OpenidAccount): OpenidAccount
  /** Addresses asked for so far, with their query. */
  requests: string[]
  /** `down` answers 503 to everything · `codes_expire` finds every code too old. */
  is(mode: 'up' | 'down' | 'codes_expire'): void
  /** Acts as a browser that comes with this address, chooses the account or declines, and is sent back: to where. */
  choose(address: string, account: OpenidAccount | 'deny'): Promise<string>
  close(): Promise<void>
}

const htmlText = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

function page(res: ServerResponse, accounts: Iterable<OpenidAccount>, at: string): void {
  const button = (value: string, label: string) =>
    `<p><button name="account" value="${htmlText(value)}">${htmlText(label)}</button></p>`
  const choices = [...accounts].map(({ sub, email }) => button(sub, email)).join('')
  res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  res.end(
    `<!doctype html><html lang="en"><title>Choose an account</title><h1>Choose an account</h1><form method="get" action="${htmlText(at)}/chosen">${choices}${button('deny', 'Cancel')}</form></html>`,
  )
}

export async function startOpenidServer(): Promise<OpenidServer> {
  const accounts = new Map<string, OpenidAccount>()
  const requests: string[] = []
  let mode: Parameters<OpenidServer['is']>[0] = 'up'

  const server = createServer((req, res) => {
    serve(req, res).catch((error: unknown) => {
      if (!res.headersSent) res.writeHead(500)
      res.end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(url, {
    clients: [
      {
        client_id: OPENID_CLIENT.id,
        client_secret: OPENID_CLIENT.secret,
        redirect_uris: ['https://answerloom.example/api/auth/callback/google'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'one' }] },
    cookies: { keys: ['fake-model'] },
    // Puts the claims of the scopes into the ID token itself, as Google does.
    conformIdTokenClaims: false,
    claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'], openid: ['sub'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { policy, url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: 3600,
      IdToken: 3600,
      Interaction: 3600,
      Session: 3600,
    },
    findAccount: (_: unknown, sub: string) => {
      const account = accounts.get(sub)
      if (!account) return undefined
      const name = [account.given_name, account.family_name].filter(Boolean).join(' ')
      return { accountId: sub, claims: () => ({ ...account, ...(name ? { name } : {}) }) }
    },
    // Consent is implied: the issuer does not ask a second time.
    loadExistingGrant: async (ctx: {
      oidc: { client: { clientId: string }; session: { accountId: string }; provider: Provider }
    }) => {
      const { client, session } = ctx.oidc
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  // The server under test gets its port later than it gets this one's address.
  const allowed = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/api\/auth\/callback\/google$/
  provider.Client.prototype.redirectUriAllowed = (uri) => allowed.test(uri)
  Object.defineProperty(provider.AuthorizationCode.prototype, 'isExpired', { get: () => mode === 'codes_expire' })
  const callback = provider.callback()

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const asked = new URL(req.url ?? '/', url)
    requests.push(`${asked.pathname}${asked.search}`)
    if (mode === 'down') return void res.writeHead(503).end('Maintenance')
    const interaction = /^(\/interaction\/[^/]+)(\/chosen)?$/.exec(asked.pathname)
    if (!interaction) return callback(req, res)
    const [, at = '', chosen] = interaction
    if (!chosen) return page(res, accounts.values(), at)
    const accountId = asked.searchParams.get('account') ?? ''
    const result =
      accountId === 'deny' ? { error: 'access_denied' } : { login: { accountId, remember: false }, select_account: {} }
    await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false })
  }

  return {
    url,
    env: { GOOGLE_CLIENT_ID: OPENID_CLIENT.id, GOOGLE_CLIENT_SECRET: OPENID_CLIENT.secret, GOOGLE_ISSUER: url },
    requests,
    account: (account) => {
      accounts.set(account.sub, account)
      return account
    },
    is: (next) => {
      mode = next
    },
    async choose(address, account) {
      const cookies = new Map<string, string>()
      let at = address
      for (let hop = 0; hop < 10; hop++) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
        for (const line of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        const location = answer.headers.get('location')
        if (!location) {
          if (!/\/interaction\//.test(at)) throw new Error(`${at} answered ${answer.status}: ${await answer.text()}`)
          at = `${at}/chosen?account=${account === 'deny' ? 'deny' : encodeURIComponent(account.sub)}`
          continue
        }
        at = new URL(location, at).href
        if (!at.startsWith(url)) return at
      }
      throw new Error('the browser was sent round in circles')
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
