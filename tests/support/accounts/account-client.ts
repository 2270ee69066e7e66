// A browser for tests without one: keeps its cookies, calls procedures over the real protocol, files included.
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { vi } from 'vitest'
import type { AppContract } from '../../../src/contract.ts'
import { listOutbox, type OutboxMail } from '../../../src/platform/mail/index.ts'
import type { TestApp } from '../app/test-app.ts'

export interface Visitor {
  client: ContractRouterClient<AppContract>
  cookies: Map<string, string>
  cookie(): string
  /** Takes over the cookies that an answer sets. */
  keep(answer: Response): void
}

const ORIGIN = 'http://localhost:3000'

/** A person with a browser of their own. */
export function visit(app: TestApp, headers: Record<string, string> = {}): Visitor {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';')
      const position = pair.indexOf('=')
      const gone = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))
      if (gone) cookies.delete(pair.slice(0, position))
      else cookies.set(pair.slice(0, position), pair.slice(position + 1))
    }
  }
  const link = new RPCLink({
    url: `${ORIGIN}/api/rpc`,
    headers: () => ({ ...headers, cookie: cookie() }),
    fetch: async (request) => {
      const response = await app.fetch(request)
      keep(response)
      return response
    },
  })
  return { client: createORPCClient(link), cookies, cookie, keep }
}

let people = 0

/** A new person, signed in on a local instance. */
export async function join(app: TestApp, changes: Partial<{ email: string; password: string }> = {}) {
  const visitor = visit(app)
  const person = { email: `person-${process.pid}-${++people}@example.com`, password: 'woven-thread-7', ...changes }
  await visitor.client.accounts.signUp({ first_name: 'Ada', last_name: 'Weaver', ...person })
  const me = await visitor.client.accounts.me()
  if (!me) throw new Error('signing up did not sign in')
  return { ...visitor, ...person, id: me.id }
}

/** The error of a refused call: `code`, `kind`, `message`, `details`. */
export async function refusalOf(call: Promise<unknown>): Promise<{ code: string; kind: string; message: string }> {
  try {
    await call
  } catch (error) {
    return (error as { data: { code: string; kind: string; message: string } }).data
  }
  throw new Error('the call was not refused')
}

/** Waits for a mail to this address whose subject fits, and returns the newest. */
export async function mailTo(app: TestApp, email: string, subject: RegExp): Promise<OutboxMail> {
  const find = async () => {
    const mails = await listOutbox(app.core.config.dataDir, 500)
    const mail = mails.find((one) => one.to === email && subject.test(one.subject))
    if (!mail) throw new Error(`no mail to ${email} about ${subject}`)
    return mail
  }
  return vi.waitFor(find, { timeout: 20_000, interval: 20 })
}

/** The token in a mail's link. */
export function tokenIn(mail: { text: string }): string {
  const token = /[?&](?:access_)?token=([\w-]+)/.exec(mail.text)?.[1]
  if (!token) throw new Error(`no link in: ${mail.text}`)
  return token
}
