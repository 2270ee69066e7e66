import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { signedHeaders } from './sign.ts'

const secret = (text: string) => `whsec_${btoa(text.padEnd(32, '-'))}`
const PAYLOAD = '{"type":"faq.published"}'

it('a signature can be verified with either of two secrets and no other', () => {
  const secrets = [secret('new'), secret('former')]
  const headers = signedHeaders({ id: 'event-1', at: new Date(), payload: PAYLOAD, secrets })
  for (const one of secrets) expect(new Webhook(one).verify(PAYLOAD, headers)).toEqual({ type: 'faq.published' })
  expect(() => new Webhook(secret('other')).verify(PAYLOAD, headers)).toThrow()
  expect(() => new Webhook(secrets[0] ?? '').verify(`${PAYLOAD} `, headers)).toThrow()
})

it('a signature contains the time of the attempt, so that an old request is refused', () => {
  const at = new Date(Date.now() - 10 * 60_000)
  const headers = signedHeaders({ id: 'event-1', at, payload: PAYLOAD, secrets: [secret('new')] })
  expect(headers['webhook-timestamp']).toBe(String(Math.floor(at.getTime() / 1000)))
  expect(() => new Webhook(secret('new')).verify(PAYLOAD, headers)).toThrow(/timestamp/i)
})
