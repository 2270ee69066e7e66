// Inputs of the maximum body size in every text field: validation takes a moment, for any content. A validation with
// quadratic time would not finish before the test's timeout.

import { describe, expect, it } from 'vitest'
import type { ZodType } from 'zod'
import { contract } from '../src/contract.ts'
import { askInput, feedbackInput, handoffInput, searchInput, tokenInput } from '../src/features/answering/contract.ts'
import { encodeMessageReference } from '../src/features/questions/domain/message-reference.ts'
import { newId } from '../src/kernel/ids.ts'
import { procedures } from './support/app/procedures.ts'
import { samples, type TeamTenant } from './support/app/sample-inputs.ts'
import { putText, textPaths } from './support/app/text-paths.ts'
import { longTexts } from './support/content/long-texts.ts'

const ids = new Proxy({}, { get: () => newId() }) as never
const shape = samples({
  ...{ name: 'x', email: 'x@example.com', password: 'x', cookie: '', memberCookie: '', apiKey: '', readKey: '' },
  ...{ workspaceId: newId(), trashed: newId(), suggestion: newId() },
  ...{ ids, gaps: ids, checks: ids, team: ids, webhooks: ids },
  connection: { client_id: 'x', redirect_uri: 'https://example.com/' },
} as TeamTenant)

function schemaOf(path: string): ZodType | undefined {
  let node: unknown = contract
  for (const name of path.split('/')) node = (node as Record<string, unknown>)[name]
  return (node as { '~orpc': { inputSchema?: ZodType } })['~orpc'].inputSchema
}

const messageReference = encodeMessageReference({ workspaceId: newId(), messageId: newId() })
const PUBLIC: [name: string, schema: ZodType, sample: object][] = [
  [
    'ask',
    askInput,
    {
      subdomain: 'demo',
      question: 'Q?',
      conversation_id: newId(),
      page_url: '',
      visitor_token: 'x',
      verification: 'x',
    },
  ],
  ['token', tokenInput, { subdomain: 'demo' }],
  ['search', searchInput, { subdomain: 'demo', q: 'x', limit: '1', prefix: '1' }],
  ['feedback', feedbackInput, { message_id: messageReference, vote: 'up' }],
  [
    'handoff',
    handoffInput,
    { message_id: messageReference, email: 'a@b.example', note: 'x', subdomain: 'demo', question: 'Q?' },
  ],
]
const ALL = [
  ...procedures(contract).flatMap(({ path }): typeof PUBLIC => {
    const schema = schemaOf(path)
    return schema ? [[path, schema, shape[path] ?? {}]] : []
  }),
  ...PUBLIC,
].filter(([, , sample]) => textPaths(sample).length > 0)

describe('validation of long inputs is fast', () => {
  const texts = longTexts()

  it('for many procedures', () => expect(ALL.length).toBeGreaterThan(60))

  it.each(ALL)('for %s', (_, schema, sample) => {
    for (const path of textPaths(sample))
      for (const [name, text] of texts) {
        const { success, error } = schema.safeParse(putText(sample, path, text))
        // The error is short and repeats nothing of the input.
        if (!success) expect(JSON.stringify(error.issues).length, `${path.join('.')} ${name}`).toBeLessThan(10_000)
      }
  })
})
