// packages/client while a workspace gets very many questions.
import { type AnswerloomError, createClient } from '../../packages/client/src/index.ts'
import { expect, test } from '../support/content/shop.ts'

test.use({ serverEnv: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' } })

const QUESTION = 'Which wool do you use?'

test('the client solves the challenge and reports the time to try again', async ({ app, newShop }) => {
  const shop = await newShop()
  let number = 0
  const sent: (string | undefined)[] = []
  const from = (address: () => string) =>
    createClient({
      server: app.url,
      subdomain: shop.subdomain,
      fetch(url, init) {
        sent.push(JSON.parse(String(init?.body)).proof)
        return fetch(url, { ...init, headers: { ...Object(init?.headers), 'x-forwarded-for': address() } })
      },
    })
  const crowd = from(() => `203.0.113.${number++ % 250}`)
  while (!sent.at(-1) && sent.length < 300) await crowd.ask(QUESTION)
  expect(sent.at(-1)).toMatch(/^.+:\d+$/)
  const eager = from(() => '198.51.100.1')
  let refusal: AnswerloomError | undefined
  for (let index = 0; !refusal && index < 60; index++)
    refusal = await eager.ask(QUESTION).then(
      () => undefined,
      (error) => error,
    )
  expect(refusal).toMatchObject({ status: 429, code: 'rate_limited', retryAfter: expect.any(Number) })
})
