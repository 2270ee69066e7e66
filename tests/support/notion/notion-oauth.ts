// Notion's OAuth: a consent screen, codes that are good once, and refresh tokens that each renewal replaces.
import { randomBytes, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'

export const CLIENT = { id: 'notion-client', secret: 'notion-client-secret' }

export interface NotionAnswer {
  status: number
  body: object
  headers?: Record<string, string>
}

export type NotionCall = { method: string; path: string; body: Record<string, unknown>; authorization: string }

export const error = (
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): NotionAnswer => ({
  status,
  body: { object: 'error', status, code, message, request_id: randomUUID() },
  headers,
})
export const ok = (body: object): NotionAnswer => ({ status: 200, body })
/** The OAuth client and its redirect address. */
export function createNotionOAuth() {
  const tokens = new Set<string>()
  const refreshTokens = new Set<string>()
  const codes = new Map<string, { redirectUri: string }>()
  const counters = { exchanged: 0, renewed: 0, revoked: 0 }

  const grant = (): NotionAnswer => {
    const access = `ntn_${randomBytes(20).toString('hex')}`
    const refresh = `nrt_${randomBytes(20).toString('hex')}`
    tokens.add(access)
    refreshTokens.add(refresh)
    return ok({
      access_token: access,
      token_type: 'bearer',
      refresh_token: refresh,
      bot_id: randomUUID(),
      workspace_icon: null,
      workspace_name: 'Woven Notes',
      workspace_id: randomUUID(),
      owner: { type: 'workspace', workspace: true },
      duplicated_template_id: null,
      request_id: randomUUID(),
    })
  }

  function oauth({ path, body, authorization }: NotionCall): NotionAnswer {
    const basic = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`
    if (authorization !== basic) return error(401, 'invalid_client', 'The client is unknown.')
    if (path === '/v1/oauth/revoke') {
      counters.revoked++
      tokens.delete(String(body.token))
      return ok({ request_id: randomUUID() })
    }
    if (body.grant_type === 'refresh_token') {
      // Each is good for one renewal.
      if (!refreshTokens.delete(String(body.refresh_token)))
        return error(400, 'invalid_grant', 'Invalid refresh token.')
      counters.renewed++
      return grant()
    }
    const code = codes.get(String(body.code))
    codes.delete(String(body.code))
    if (!code || code.redirectUri !== body.redirect_uri) return error(400, 'invalid_grant', 'Invalid code.')
    counters.exchanged++
    return grant()
  }

  /** The consent screen with its two buttons. */
  function consent(query: URLSearchParams, res: ServerResponse): void {
    const redirectUri = query.get('redirect_uri') ?? ''
    if (
      query.get('client_id') !== CLIENT.id ||
      query.get('response_type') !== 'code' ||
      query.get('owner') !== 'user'
    ) {
      res.writeHead(400).end('Missing or invalid parameters')
      return
    }
    const state = query.get('state') ?? ''
    const back = (params: Record<string, string>) => `${redirectUri}?${new URLSearchParams({ ...params, state })}`
    const allow = back({ code: newCode(redirectUri) }).replaceAll('&', '&amp;')
    const cancel = back({ error: 'access_denied' }).replaceAll('&', '&amp;')
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
      `<!doctype html><html lang="en"><title>Notion</title><link rel="icon" href="data:,"><h1>Answerloom wants to connect</h1>
       <p><a href="${allow}">Allow access</a> <a href="${cancel}">Cancel</a></p></html>`,
    )
  }

  const newCode = (redirectUri: string): string => {
    const code = randomBytes(16).toString('hex')
    codes.set(code, { redirectUri })
    return code
  }

  return { tokens, refreshTokens, counters, oauth, grant, consent, newCode }
}
