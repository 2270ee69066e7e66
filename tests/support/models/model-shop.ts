// A shop whose answers are written by a model: a fake that speaks its protocol.

import { test as shopTest } from '../content/shop.ts'
import { type LlmServer, startLlmServer } from './llm-server.ts'

export const test = shopTest.extend<object, { model: LlmServer }>({
  model: [
    async ({ database: _ }, use) => {
      const model = await startLlmServer()
      await use(model)
      await model.close()
    },
    { scope: 'worker' },
  ],
  serverEnv: [async ({ model }, use) => use(model.env), { scope: 'worker' }],
})
