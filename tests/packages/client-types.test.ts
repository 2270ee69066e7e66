// The types of packages/client are written by hand, so that they can be published without the contract. They are compared
// with it here: a difference in any field does not compile.
import { expect, it } from 'vitest'
import type { z } from 'zod'
import type {
  Answer,
  AnswerSource,
  AnswerSuggestion,
  MarkupBlock,
  PageLanguage,
  PublicFaq,
  PublicWorkspace,
  SearchResult,
  Vote,
} from '../../packages/client/src/index.ts'
import { createClient } from '../../packages/client/src/index.ts'
import { publicContract } from '../../src/features/answering/server/public-contract.ts'
import type * as kernelLanguages from '../../src/kernel/languages.ts'
import type * as markup from '../../src/kernel/markup.ts'

type Identical<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Output<Name extends keyof typeof publicContract> = z.output<
  NonNullable<(typeof publicContract)[Name]['~orpc']['outputSchema']>
>
type Input<Name extends keyof typeof publicContract> = z.input<
  NonNullable<(typeof publicContract)[Name]['~orpc']['inputSchema']>
>
const identical = <A, B>(same: Identical<A, B>) => same

it('the client has exactly the types of the contract', () => {
  expect([
    identical<MarkupBlock, markup.MarkupBlock>(true),
    identical<Answer, Output<'ask'>>(true),
    identical<AnswerSource, Output<'ask'>['sources'][number]>(true),
    identical<AnswerSuggestion, NonNullable<Output<'ask'>['suggestions']>[number]>(true),
    identical<SearchResult, Output<'search'>['results'][number]>(true),
    identical<PublicFaq, Output<'faqs'>['items'][number]>(true),
    identical<PublicWorkspace, Output<'workspace'>>(true),
    identical<PageLanguage, kernelLanguages.PageLanguage>(true),
    identical<Vote, NonNullable<Input<'feedback'>['vote']>>(true),
  ]).not.toContain(false)
})

/** Names of the fields that a call's input may have. */
const fieldsOf = (name: keyof typeof publicContract) => {
  const schema = publicContract[name]['~orpc'].inputSchema as unknown as { shape: object }
  return Object.keys(schema.shape)
}

it('the client sends every path and only fields of the contract', async () => {
  const sent: { path: string; fields: string[] }[] = []
  const client = createClient({
    server: 'https://help.example/',
    subdomain: 'demo',
    language: 'de',
    pageUrl: 'https://shop.example/',
    async fetch(url, init) {
      const { pathname, searchParams } = new URL(String(url))
      const fields = init?.body ? Object.entries(JSON.parse(String(init.body))) : [...searchParams]
      sent.push({ path: pathname.replace('/demo', '/{subdomain}'), fields: fields.map(([field]) => field) })
      return Response.json({ items: [], results: [] })
    },
  })
  await client.ask('q', { conversationId: 'c' })
  await client.search('q', { limit: 3, prefix: true })
  await client.vote('m', 'down', { reason: 'r', suggestionId: 's' })
  await client.handoff({ messageId: 'm' }, 'a@example.test', { note: 'n' })
  await client.handoff({ question: 'q', conversationId: 'c' }, 'a@example.test')
  await client.workspace()
  await client.faqs({ limit: 3 })
  const names = ['ask', 'search', 'feedback', 'handoff', 'handoff', 'workspace', 'faqs'] as const
  for (const [index, name] of names.entries()) {
    const { path, fields } = sent[index] ?? { path: '', fields: [] }
    expect(`/api/v1${publicContract[name]['~orpc'].route.path}`).toBe(path)
    expect(fieldsOf(name), name).toEqual(expect.arrayContaining(fields))
  }
})
