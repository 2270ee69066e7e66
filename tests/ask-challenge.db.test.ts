// While a workspace receives more questions than people can ask, each question needs proof of work. A visitor who
// provides it is answered, and other workspaces are not affected.
import { expect, it } from 'vitest'
import { newId } from '../src/kernel/ids.ts'
import { findProof } from '../src/kernel/proof-of-work.ts'
import { createLimits, LIMIT_RULES } from '../src/wire/limits.ts'
import { createTestApp } from './support/app/test-app.ts'

interface Refusal {
  code: string
  status: number
  details: { challenge: string; bits: number; retry_after: number }
}
const refusalOf = (asking: Promise<void>): Promise<Refusal> =>
  asking.then(
    () => {
      throw new Error('it was let through')
    },
    (error) => error,
  )
const solved = ({ challenge, bits }: Refusal['details']): string =>
  `${challenge}:${findProof(challenge, bits, 0, 10_000_000)}`

/** A workspace that has just been asked by so many that the next must prove something. */
async function crowded(env: Record<string, string> = {}) {
  const app = await createTestApp({ RATE_LIMITS: 'on', ...env })
  const limits = createLimits(app.core).visitors
  const workspace = newId()
  for (let index = 0; index < LIMIT_RULES.ask_unproven.points; index++)
    await limits.ask(`192.0.2.${index}`, workspace, undefined)
  return { app, limits, workspace }
}

it('a visitor is given a challenge, and its solution is accepted once', async () => {
  const { app, limits, workspace } = await crowded()
  const refused = await refusalOf(limits.ask('198.51.100.1', workspace, undefined))
  expect(refused).toMatchObject({ code: 'ask.proof_required', status: 429, details: { retry_after: 60 } })
  const proof = solved(refused.details)
  await limits.ask('198.51.100.1', workspace, proof)
  expect(await refusalOf(limits.ask('198.51.100.2', workspace, proof)), 'a second time').toMatchObject({
    code: 'ask.proof_required',
  })
  const another = await refusalOf(limits.ask('198.51.100.3', workspace, `${refused.details.challenge}:1`))
  // Another node on the same database knows of both.
  const elsewhere = createLimits(app.core).visitors
  await elsewhere.ask('198.51.100.4', workspace, solved(another.details))
  expect(await refusalOf(elsewhere.ask('198.51.100.5', workspace, proof))).toMatchObject({ code: 'ask.proof_required' })

  await limits.ask('198.51.100.6', newId(), undefined)
  await limits.tryAsking('198.51.100.7', workspace)
})

it('the limit per address still applies', async () => {
  const { limits, workspace } = await crowded()
  const ask = async () => {
    const { details, code } = await refusalOf(limits.ask('198.51.100.1', workspace, undefined))
    return details.challenge === undefined ? code : limits.ask('198.51.100.1', workspace, solved(details))
  }
  const outcomes: unknown[] = []
  while (outcomes.at(-1) !== 'rate_limited' && outcomes.length < LIMIT_RULES.ask_address.points) {
    outcomes.push(await ask().catch((error: { code: string }) => error.code))
  }
  expect(outcomes.at(-1)).toBe('rate_limited')
  expect(outcomes.length).toBeGreaterThan(5)
})

it('challenges can be disabled', async () => {
  const { limits, workspace } = await crowded({ ASK_CHALLENGE: 'off' })
  await limits.ask('198.51.100.1', workspace, undefined)
})
