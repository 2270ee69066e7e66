// People who work together in a workspace, over the real protocol.
import { sealId } from '../../../src/platform/sealed-ids/index.ts'
import type { TestApp } from '../app/test-app.ts'
import { join } from './account-client.ts'

type Person = Awaited<ReturnType<typeof join>>
type Call = <T = unknown>(procedure: string, input?: object) => Promise<T>

export interface Teammate extends Person {
  /** Calls a procedure in the team's workspace. Rejects as clients do: with what the answer carries in `data`. */
  call: Call
}

export const callsIn =
  (app: TestApp, person: { cookie(): string }, workspaceId: string): Call =>
  async <T>(procedure: string, input: object = {}) => {
    const answer = await app.rpc(procedure, input, { cookie: person.cookie(), workspaceId })
    const { json } = answer.body as { json: unknown }
    if (answer.status < 300) return json as T
    throw Object.assign(new Error(`${procedure} answered ${answer.status}`), json)
  }

/** A new person's workspace. */
export async function newOwner(app: TestApp, name: string): Promise<Teammate & { workspaceId: string }> {
  const person = await join(app)
  const { id } = await person.client.workspaces.create({ name, website_url: 'https://example.com' })
  return { ...person, workspaceId: id, call: callsIn(app, person, id) }
}

/** The token in the link of an invitation, as its mail has it. */
export const tokenOf = (app: TestApp, invitation: { id: string }): string =>
  sealId(app.core.config.secretKey, 'invitation', invitation.id)

/** Invites a new person, who accepts. */
export async function teammate(
  app: TestApp,
  owner: Teammate & { workspaceId: string },
  role: 'owner' | 'member' = 'member',
): Promise<Teammate> {
  const person = await join(app)
  const invitation = await owner.call<{ id: string }>('team/invitations/send', { email: person.email, role })
  await person.client.team.invitation.accept({ token: tokenOf(app, invitation) })
  return { ...person, call: callsIn(app, person, owner.workspaceId) }
}
