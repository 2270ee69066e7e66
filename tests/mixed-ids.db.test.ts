// Calls with several ids, one of them of another tenant: each id is authorized, not only the first. Generated from the
// samples: every id of every input, alone and in lists. Another tenant's id must look like an unknown one.
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../src/contract.ts'
import { newId } from '../src/kernel/ids.ts'
import { teamTenant } from './support/accounts/team-tenant.ts'
import { procedures } from './support/app/procedures.ts'
import { createSampleApp } from './support/app/sample-app.ts'
import { samples, type TeamTenant } from './support/app/sample-inputs.ts'
import { fingerprint } from './support/database/fingerprint.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const EVERY_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** Ids that callers generate so that a repeated call is recognized; they refer to nothing that exists. */
const MADE_BY_CALLERS = ['questions/reply reply_id']

type Path = (string | number)[]

/** Paths of the ids in an input; a list of ids is one path. */
function idPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return ID.test(value) ? [path] : []
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && ID.test(one)))
    return [path]
  if (typeof value !== 'object' || value === null || value instanceof File) return []
  return Object.entries(value).flatMap(([key, child]) => idPaths(child, [...path, key]))
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value)

function put(value: unknown, [key, ...rest]: Path, what: unknown): object {
  const copy = { ...(value as Record<string, unknown>) }
  copy[String(key)] = rest.length === 0 ? what : put(copy[String(key)], rest, what)
  return copy
}

const inWorkspace = procedures(contract).filter((p) => p.meta.access === 'workspace')

/** A tenant of no content: only the shape of the inputs is read. */
const shape = samples({
  ...{ name: 'x', email: 'x@example.com', password: 'x', cookie: '', memberCookie: '', apiKey: '', readKey: '' },
  workspaceId: newId(),
  ids: new Proxy({}, { get: () => newId() }) as TeamTenant['ids'],
  trashed: newId(),
  gaps: new Proxy({}, { get: () => newId() }) as TeamTenant['gaps'],
  suggestion: newId(),
  checks: new Proxy({}, { get: () => newId() }) as TeamTenant['checks'],
  webhooks: new Proxy({}, { get: () => newId() }) as TeamTenant['webhooks'],
  connection: { client_id: 'x', redirect_uri: 'https://example.com/' },
  team: { member: newId(), invitation: newId(), transfer: newId() },
})
const places = inWorkspace
  .flatMap((p) => idPaths(shape[p.path]).map((path) => ({ procedure: p.path, path, in: shape[p.path] })))
  .filter(({ procedure, path }) => !MADE_BY_CALLERS.includes(`${procedure} ${path.join('.')}`))
const single = places.filter((place) => !Array.isArray(at(place.in, place.path)))
const lists = places.filter((place) => Array.isArray(at(place.in, place.path)))

const app = await createSampleApp()
const victim = await teamTenant(app, 'Victim')
const before = await fingerprint(app, victim)

async function answerTo(tenant: TeamTenant, procedure: string, input: object) {
  const { status, body } = await app.rpc(procedure, input, { cookie: tenant.cookie, workspaceId: tenant.workspaceId })
  return { status, body: JSON.stringify(body).replaceAll(EVERY_ID, 'id') }
}
const victimUnchanged = async () => expect(await fingerprint(app, victim)).toBe(before)

it('the samples include calls with several ids', () => {
  const named = [...single, ...lists].map(({ procedure, path }) => `${procedure} ${path.join('.')}`)
  expect(named).toEqual(
    expect.arrayContaining([
      'gaps/merge into_id',
      'questions/addToFaq faq_id',
      'gaps/split phrasing_ids',
      'answerTests/update test.must_cite.id',
      'faqs/updateMany ids',
    ]),
  )
})

describe('one id of another workspace is refused', () => {
  let attacker: TeamTenant
  let own: string
  beforeAll(async () => {
    attacker = await teamTenant(app, 'Attacker')
    own = await fingerprint(app, attacker)
  })

  it.each(single.map((place) => [`${place.procedure} ${place.path.join('.')}`, place] as const))(
    'in %s',
    async (_, { procedure, path }) => {
      const mine = samples(attacker)[procedure] ?? {}
      const theirs = put(mine, path, at(samples(victim)[procedure], path))
      const nobodys = put(mine, path, newId())
      const answer = await answerTo(attacker, procedure, theirs)
      expect(answer).toEqual(await answerTo(attacker, procedure, nobodys))
      expect(answer.body).not.toContain('Victim')
      await victimUnchanged()
      expect(await fingerprint(app, attacker)).toBe(own)
    },
  )
})

describe('a list with ids of another workspace is refused', () => {
  it.each(lists.map((place) => [`${place.procedure} ${place.path.join('.')}`, place] as const))(
    'in %s',
    async (_, { procedure, path }) => {
      const attacker = await teamTenant(app, 'Attacker')
      const mine = samples(attacker)[procedure] ?? {}
      const theirs = at(samples(victim)[procedure], path) as string[]
      const alone = await answerTo(attacker, procedure, put(mine, path, theirs))
      expect(alone).toEqual(await answerTo(attacker, procedure, put(mine, path, [newId()])))
      const mixed = await answerTo(attacker, procedure, put(mine, path, [...(at(mine, path) as string[]), ...theirs]))
      expect(mixed.status).toBeLessThan(500)
      expect(alone.body + mixed.body).not.toContain('Victim')
      await victimUnchanged()
    },
  )
})
