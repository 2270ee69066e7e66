// The life of a FAQ, written as an integrator would: with a client that oazapfts generates from /api/openapi.json.
// `tests/api-client.db.test.ts` generates the client, checks the types of this program and runs it.
// Usage: node faq-life.ts URL KEY SUBDOMAIN
import assert from 'node:assert/strict'
import { handle, ok } from '@oazapfts/runtime'
import * as api from '../../.cache/api-client/client.ts'

const [url = '', key = '', subdomain = ''] = process.argv.slice(2)
api.defaults.baseUrl = `${url}/api/v1`
api.defaults.headers = { authorization: `Bearer ${key}` }
/** Calls of visitors need no key. */
const asVisitor = { headers: {} }

const QUESTION = 'How long does a scarf take to weave?'
const search = async () => {
  const { results } = await ok(api.publicSearch({ subdomain, q: 'weave a scarf' }, asVisitor))
  return results.map(({ id }) => id)
}

const { items: categories } = await ok(api.faqsCategoryListAdd({ name: 'Weaving' }))
assert(categories.some(({ name }) => name === 'Weaving'))

const created = await ok(api.faqsCreate({ question: QUESTION, answer: 'Three days.', category: 'Weaving' }))
assert.equal(created.status, 'draft')
assert(!(await search()).includes(created.id))

const edited = await ok(api.faqsUpdate(created.id, { answer: 'A scarf takes four days.', version: created.version }))
assert.equal(edited.version, created.version + 1)
// A second edit of the first version meets the first one.
const conflict = await handle(api.faqsUpdate(created.id, { answer: 'Five days.', version: created.version }), {
  200: () => null,
  409: ({ error }) => error.code,
})
assert.equal(conflict, 'faq.changed_meanwhile')

await ok(api.faqsUpdate(created.id, { status: 'published' }))
const answer = await ok(api.publicAsk({ subdomain, question: QUESTION }, asVisitor))
assert((await search()).includes(created.id))
assert.equal(answer.outcome, 'answered')
assert.match(answer.answer, /four days/)
assert.deepEqual(
  answer.sources.map(({ kind, id }) => [kind, id]),
  [['faq', created.id]],
)
const [first] = answer.blocks
assert(first?.kind === 'paragraph')

const vote = await api.publicFeedback({ message_id: answer.message_id, vote: 'up' }, asVisitor)
assert.equal(vote.status, 204)
const { items: questions } = await ok(api.questionsList({ q: 'scarf' }))
assert.equal(questions[0]?.vote, 'up')

await ok(api.faqsUpdate(created.id, { status: 'archived' }))
assert(!(await search()).includes(created.id))

await ok(api.faqsDelete(created.id))
const gone = await api.faqsGet(created.id)
assert.equal(gone.status, 404)
const { items: trashed } = await ok(api.faqsTrashList())
assert(trashed.some(({ id }) => id === created.id))
await ok(api.faqsTrashRestore({ ids: [created.id] }))
const restored = await ok(api.faqsGet(created.id))
assert.equal(restored.answer, 'A scarf takes four days.')

type Changes = NonNullable<Parameters<typeof api.faqsUpdate>[1]>
/** The types are as exact as the document: there is no such status, the answer is required, and there is no such field. */
export const isLoose: [
  'deleted' extends Changes['status'] ? true : false,
  { question: string } extends api.FaqInput ? true : false,
  'confidence' extends keyof typeof answer ? true : false,
] = [false, false, false]
console.log('The FAQ was created, changed and deleted.')
