// Google's OAuth for Drive: a consent screen, codes that are good once and only with their PKCE verifier, access tokens of
// an hour and refresh tokens that last.
import { createHash, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'

export const DRIVE_CLIENT = { id: 'drive-client.apps.example', secret: 'drive-client-secret' }
export const DRIVE_SCOPE = 'https://www.googleapis.com/auth/drive.readonly'

const LIFE_SECONDS = 3599
const json = (res: ServerResponse, status: number, body: object): void => {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
const refused = (res: ServerResponse, status: number, error: string): void =>
  json(res, status, { error, error_description: error })

export function createDriveOAuth() {
  const codes = new Map<string, { redirectUri: string; challenge: string; scope: string }>()
  const access = new Set<string>()
  const refresh = new Set<string>()
  const counters = { exchanged: 0, renewed: 0, revoked: 0 }

  const newAccess = (): string => {
    const token = `ya29.${randomBytes(24).toString('base64url')}`
    access.add(token)
    return token
  }
  const newCode = (redirectUri: string, challenge: string, scope = DRIVE_SCOPE): string => {
    const code = `4/${randomBytes(24).toString('base64url')}`
    codes.set(code, { redirectUri, challenge, scope })
    return code
  }

  /** The consent screen with its two buttons. */
  function consent(query: URLSearchParams, res: ServerResponse): unknown {
    const redirectUri = query.get('redirect_uri') ?? ''
    const fits =
      query.get('client_id') === DRIVE_CLIENT.id &&
      query.get('response_type') === 'code' &&
      query.get('access_type') === 'offline' &&
      query.get('code_challenge_method') === 'S256'
    if (!fits) return void res.writeHead(400).end('Error 400: invalid_request')
    const state = query.get('state') ?? ''
    const back = (params: Record<string, string>) =>
      `${redirectUri}?${new URLSearchParams({ ...params, state })}`.replaceAll('&', '&amp;')
    const code = newCode(redirectUri, query.get('code_challenge') ?? '', query.get('scope') ?? '')
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
      `<!doctype html><html lang="en"><title>Google</title><link rel="icon" href="data:,"><h1>Answerloom wants to see your Google Drive files</h1>
       <p><a href="${back({ code })}">Continue</a> <a href="${back({ error: 'access_denied' })}">Cancel</a></p></html>`,
    )
  }

  function token(form: URLSearchParams, res: ServerResponse): unknown {
    if (form.get('client_id') !== DRIVE_CLIENT.id || form.get('client_secret') !== DRIVE_CLIENT.secret)
      return refused(res, 401, 'invalid_client')
    const common = { expires_in: LIFE_SECONDS, token_type: 'Bearer' }
    if (form.get('grant_type') === 'refresh_token') {
      if (!refresh.has(form.get('refresh_token') ?? '')) return refused(res, 400, 'invalid_grant')
      counters.renewed++
      return json(res, 200, { ...common, access_token: newAccess(), scope: DRIVE_SCOPE })
    }
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!code || code.redirectUri !== form.get('redirect_uri') || code.challenge !== challenge)
      return refused(res, 400, 'invalid_grant')
    counters.exchanged++
    const kept = `1//${randomBytes(24).toString('base64url')}`
    refresh.add(kept)
    json(res, 200, { ...common, access_token: newAccess(), refresh_token: kept, scope: code.scope })
  }

  function revoke(form: URLSearchParams, res: ServerResponse): unknown {
    const given = form.get('token') ?? ''
    if (!access.has(given) && !refresh.has(given)) return refused(res, 400, 'invalid_token')
    counters.revoked++
    access.clear()
    refresh.delete(given)
    json(res, 200, {})
  }

  /** Credentials as a sign-in of before has left them. */
  const grant = () => {
    const refreshToken = `1//${randomBytes(24).toString('base64url')}`
    refresh.add(refreshToken)
    return { accessToken: newAccess(), refreshToken, expiresAt: Date.now() + LIFE_SECONDS * 1000 }
  }
  return { access, refresh, counters, consent, token, revoke, newCode, grant }
}
