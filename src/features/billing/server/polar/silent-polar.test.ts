import { expect, test } from 'vitest'
import { startSilentServer } from '../../../../../tests/support/network/silent-server.ts'
import { createPolar } from './create-polar.ts'

test('a payment service that does not respond causes a timeout', async () => {
  const server = await startSilentServer()
  const product = { productId: 'product', priceId: 'price' }
  const config = {
    accessToken: 'token',
    webhookSecret: 'secret',
    apiUrl: `http://${server.host}`,
    starter: product,
    pro: product,
  }
  try {
    await expect(createPolar(config, () => {}, 0.05).subscriptionsOf('somebody')).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'billing.provider_unavailable',
    })
  } finally {
    await server.close()
  }
})
