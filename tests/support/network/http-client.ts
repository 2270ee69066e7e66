// Calls over real HTTP without a browser, and people who arrive the same way.

/** A response. `body` is the parsed JSON, the text when it is not JSON, or null when it is empty. */
export type Reply = { status: number; headers: Headers; body: unknown }

export type Call = {
  /** POST where there is a body, GET otherwise. */
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown
}

/** A user with a workspace and an API key that may write. */
export type Tenant = {
  email: string
  password: string
  cookie: string
  workspaceId: string
  subdomain: string
  key: string
}

/** Sends one request. */
export async function send(url: string, { method, headers = {}, body }: Call = {}): Promise<Reply> {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    redirect: 'manual',
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : isJson ? JSON.parse(text) : text,
  }
}

/** A procedure as the dashboard calls it; the answer's own body. @throws Error with the answer when it is refused */
export async function call(
  app: { url: string },
  procedure: string,
  input: object,
  headers: Record<string, string> = {},
): Promise<{ output: Record<string, string>; cookie: string }> {
  const reply = await send(`${app.url}/api/rpc/${procedure}`, { body: { json: input }, headers })
  if (reply.status >= 300) throw new Error(`${procedure} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
  const cookie = reply.headers.getSetCookie().map((line) => line.split(';')[0])
  return { output: (reply.body as { json: Record<string, string> }).json, cookie: cookie.join('; ') }
}

let tenants = 0

/** Signs up a person on a local instance, with a workspace and an API key. */
export async function newTenant(app: { url: string }, name = 'Woven Goods'): Promise<Tenant> {
  tenants += 1
  const email = `tenant-${process.pid}-${tenants}@example.test`
  const password = 'woven-thread-7'
  const person = { email, password, first_name: 'Ada', last_name: 'Weaver' }
  const { cookie } = await call(app, 'accounts/signUp', person)
  const wanted = { name, website_url: 'https://woven.example.test' }
  const { output: workspace } = await call(app, 'workspaces/create', wanted, { cookie })
  const { id: workspaceId = '', subdomain = '' } = workspace
  const inWorkspace = { cookie, 'x-workspace-id': workspaceId }
  const { output: made } = await call(app, 'workspaces/apiKeys/create', { name: 'Tests', password }, inWorkspace)
  return { email, password, cookie, workspaceId, subdomain, key: made.api_key ?? '' }
}

/** Calls of the workspace API with a tenant's key: `rest('/faqs', { body })`. */
export const restOf =
  (app: { url: string }, { key }: { key: string }) =>
  (at: string, { headers, ...rest }: Call = {}): Promise<Reply> =>
    send(`${app.url}/api/v1${at}`, { ...rest, headers: { authorization: `Bearer ${key}`, ...headers } })

/** The events of a stream that ends by itself, in order. */
export async function readEvents(url: string, body: object): Promise<{ event: string; data: unknown }[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!(response.headers.get('content-type') ?? '').startsWith('text/event-stream'))
    throw new Error(`No event stream but ${response.status}: ${await response.text()}`)
  const blocks = (await response.text()).split('\n\n')
  return blocks.flatMap((block) => {
    const event = /^event: (.*)$/m.exec(block)?.[1]
    const data = /^data: (.*)$/m.exec(block)?.[1]
    return event && data ? [{ event, data: JSON.parse(data) as unknown }] : []
  })
}
