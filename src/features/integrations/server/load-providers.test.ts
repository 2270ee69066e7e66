import { expect, test } from 'vitest'
import { SERVICE_KINDS } from '../../knowledge/contract.ts'
import { loadProviders } from './load-providers.ts'

test('every service of the registry has a provider', async () => {
  const providers = await loadProviders({
    notion: { client: null, apiUrl: 'https://api.notion.example' },
    google: null,
  })
  expect([...providers.keys()]).toEqual(SERVICE_KINDS)
  for (const [kind, provider] of providers) {
    expect(provider.type).toBe(kind)
    expect(provider.list).toBeTypeOf('function')
    expect(provider.read).toBeTypeOf('function')
  }
})
