// Every verb that changes visible content increments the content version, so caches follow.
import { expect, it } from 'vitest'
import { createTestContext, faqInput } from '../../../../tests/support/content/test-context.ts'
import { importFaqsInput } from '../../faqs/contract.ts'
import { archiveAllFaqs } from '../../faqs/server/archive-all-faqs.ts'
import { createFaq, importFaqs } from '../../faqs/server/index.ts'
import { deleteAllFaqs } from '../../faqs/server/trash/delete-all-faqs.ts'
import { deleteFaq } from '../../faqs/server/trash/delete-faq.ts'
import { updateFaq } from '../../faqs/server/update-faq.ts'
import { createTexts } from '../../knowledge/server/index.ts'
import { warmIndex } from '../../ranking/server/index.ts'
import { visitorContext } from '../../workspaces/server/index.ts'
import { searchContent } from './content/search-content.ts'

const appUrl = new URL('https://help.example.test')

const testContext = await createTestContext()

it('a search from memory finds the latest change after every verb', async () => {
  const owner = await testContext.person({ freeAccess: true })
  const { id } = await testContext.workspace(owner)
  const writer = await testContext.as(owner, id, 'faq.write')
  const all = await testContext.as(owner, id, 'faq.bulk')
  const found = async (query: string) => {
    const visitor = await visitorContext(writer.services, { workspace_id: id })
    if (!visitor) throw new Error('The workspace is gone.')
    const results = await searchContent(visitor, { q: query, limit: 5, appUrl })
    return results.map(({ title, excerpt }) => `${title} ${excerpt}`)
  }
  const warm = () => warmIndex(testContext.db, id)

  await warm()
  const { id: faqId } = await createFaq(writer, faqInput({ question: 'Where is the boiler?', answer: 'Below.' }))
  expect(await found('boiler')).toEqual(['Where is the boiler? Below.'])
  await warm()
  expect(await found('boiler')).toEqual(['Where is the boiler? Below.'])
  await updateFaq(writer, { id: faqId, answer: 'In the cellar.' })
  await warm()
  expect(await found('boiler')).toEqual(['Where is the boiler? In the cellar.'])
  await updateFaq(writer, { id: faqId, status: 'draft' })
  await warm()
  expect(await found('boiler')).toEqual([])
  await updateFaq(writer, { id: faqId, status: 'published' })
  await warm()
  expect(await found('boiler')).toHaveLength(1)
  await createTexts(await testContext.as(owner, id, 'source.write'), [
    { title: 'Manual', content: '# Valve\n\nThe boiler has a valve made of brass.' },
  ])
  await warm()
  expect(await found('brass valve')).toHaveLength(1)
  await deleteFaq(writer, faqId)
  await warm()
  expect(await found('cellar')).toEqual([])
  await importFaqs(
    all,
    importFaqsInput.parse({
      items: [{ question: 'Is there a chimney?', answer: 'Yes, of brick.', status: 'published' }],
    }),
  )
  await warm()
  expect(await found('chimney')).toHaveLength(1)
  await archiveAllFaqs(all)
  await warm()
  expect(await found('chimney')).toEqual([])
  await createFaq(writer, faqInput({ question: 'Is there a chimney?', answer: 'One.' }))
  await deleteAllFaqs(all)
  await warm()
  expect(await found('chimney')).toEqual([])
})
