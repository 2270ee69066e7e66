import { describe, expect, it } from 'vitest'
import { createTestContext, faqInput, faqWriter } from '../../../../../tests/support/content/test-context.ts'
import { newId } from '../../../../kernel/ids.ts'
import type { WorkspaceContext } from '../../../workspaces/server/index.ts'
import { importFaqsInput } from '../../contract.ts'
import { guessColumns } from '../../domain/transfer/guess-columns.ts'
import { prepareRow, rowOrder } from '../../domain/transfer/import-rows.ts'
import { readFile } from '../../domain/transfer/read-file.ts'
import { compareQuestions } from '../compare-questions.ts'
import { createFaq } from '../create-faq.ts'
import { listFaqs } from '../faqs.queries.ts'
import { updateFaq } from '../update-faq.ts'
import { exportFaqs } from './export-faqs.ts'
import { importFaqs } from './import-faqs.ts'

const ORIGIN = 'https://help.example.test'

const testContext = await createTestContext()

const setUp = async () => (await faqWriter(testContext)).ctx
const run = (context: WorkspaceContext, items: unknown[], options: object = {}) =>
  importFaqs(context, importFaqsInput.parse({ items, ...options }))
const all = async (context: WorkspaceContext) => (await listFaqs(context, { limit: 1000 })).items

describe('an import', () => {
  it('returns an outcome for every item', async () => {
    const context = await setUp()
    const old = await createFaq(context, faqInput({ question: 'Old?' }))
    const items = [{ question: 'New?', answer: '1' }, { question: 'old', answer: '2' }, { question: 'No answer?' }]
    const out = await run(context, [...items, { question: 'NEW', answer: '3' }])
    expect(out.outcomes).toEqual(['created', 'skipped', 'failed', 'skipped'])
    expect(out.ids[1]).toBe(old.id)
    expect((await run(context, items, { on_duplicate: 'update' })).outcomes).toEqual(['updated', 'updated', 'failed'])
  })

  it('can be repeated without creating duplicates', async () => {
    const context = await setUp()
    const items = Array.from({ length: 120 }, (_, index) => ({
      question: `Number ${index % 100}?`,
      answer: `${index}`,
    }))
    const id = newId()
    const o = { on_duplicate: 'create', run: { id, numbers: items.map((_, index) => index) } }
    const first = await run(context, items.slice(0, 70), o)
    const again = await run(context, items, o)
    expect(again.ids.slice(0, 70)).toEqual(first.ids)
    expect(again.outcomes).toEqual(items.map(() => 'created'))
    const rest = await run(context, items.slice(70), {
      on_duplicate: 'create',
      run: { id, numbers: items.slice(70).map((_, index) => 70 + index) },
    })
    expect(rest.ids).toEqual(again.ids.slice(70))
    const faqs = await all(context)
    expect(faqs.map((faq) => faq.answer)).toEqual(items.map((item) => item.answer))
    expect(faqs.map((faq) => faq.display_order)).toEqual(items.map((_, index) => index + 1))
  })

  it('warns of exact and near duplicates that it adds', async () => {
    const context = await setUp()
    const password = await createFaq(context, faqInput({ question: 'How do I reset my password?' }))
    const draft = await createFaq(context, faqInput({ question: 'Do you offer a free trial?', status: 'draft' }))
    await createFaq(context, faqInput({ question: 'Where is my parcel?', status: 'archived' }))
    const out = await run(
      context,
      [
        { question: 'How do I reset my password', answer: 'x' },
        { question: 'How can I reset my password?', answer: 'x' },
        { question: 'Is there a free trial?', answer: 'x' },
        { question: 'Where is my parcel?', answer: 'x' },
        { question: 'Do you deliver on Sundays?', answer: 'x' },
      ],
      { on_duplicate: 'create' },
    )
    expect(out.created).toBe(5)
    expect(out.warnings).toMatchObject([
      { index: 0, code: 'faq.duplicate_question', faq_id: password.id, question: password.question },
      { index: 1, code: 'faq.similar_question' },
      { index: 2, code: 'faq.similar_question', faq_id: draft.id },
    ])
  })
})

describe('near paraphrases', () => {
  it('are reported when a FAQ is created or its question changed, by any phrasing', async () => {
    const context = await setUp()
    const other = await createFaq(
      context,
      faqInput({
        question: 'How do I cancel my subscription?',
        alternative_questions: ['How do I end my membership?'],
      }),
    )
    const expected = [{ code: 'faq.similar_question', faq_id: other.id, question: other.question }]
    const made = await createFaq(context, faqInput({ question: 'Ending my membership' }))
    expect(made.warnings).toMatchObject(expected)
    expect((await updateFaq(context, { id: made.id, answer: 'Changed.' })).warnings).toEqual([])
    expect((await updateFaq(context, { id: made.id, question: 'Cancelling a subscription' })).warnings).toMatchObject(
      expected,
    )
    expect((await updateFaq(context, { id: made.id, question: 'How do I cancel an order?' })).warnings).toEqual([])
  })

  it('are found for a list of questions without saving anything', async () => {
    const context = await setUp()
    const faq = await createFaq(context, faqInput({ question: 'Which payment methods do you accept?' }))
    const existing = { id: faq.id, question: faq.question }
    const questions = ['which payment methods do you accept', 'What payment methods are accepted?', 'Who are you?', '']
    expect((await compareQuestions(context, { questions })).items).toEqual([
      { same: existing, similar: null },
      { same: null, similar: existing },
      { same: null, similar: null },
      { same: null, similar: null },
    ])
    expect(await all(context)).toHaveLength(1)
  })
})

describe('an export', () => {
  const NASTY = [
    faqInput({ question: '=1+1', answer: '"quoted", and\r\nbroken\n\n## Heading\n<!-- faq {} -->', status: 'draft' }),
    faqInput({ question: '@SUM(A1)?', answer: "'=apostrophe", alternative_questions: ['a | b', '-2\n+3', '["c"]'] }),
    faqInput({ question: 'مرحبا 👩‍👩‍👧 e\u0301?', answer: '\\<!-- faq \tx', category: 'Ünïque;', status: 'archived' }),
  ]
  const told = ({
    question,
    answer,
    category,
    status,
    alternative_questions,
    display_order,
  }: Awaited<ReturnType<typeof all>>[number]) => ({
    question,
    answer,
    category,
    status,
    alternative_questions,
    display_order,
  })

  it.each(['csv', 'json', 'md'] as const)('as %s can be imported exactly into another workspace', async (format) => {
    const context = await setUp()
    for (const faq of NASTY) await createFaq(context, faq)
    const [last] = (await all(context)).slice(-1)
    await updateFaq(context, { id: last?.id ?? '', display_order: 1 })
    const text = (await Array.fromAsync(exportFaqs(context, format, {}, ORIGIN))).join('')
    const file = readFile(`faqs.${format}`, new TextDecoder().decode(new TextEncoder().encode(text)))
    const mapping = guessColumns(file.columns)
    const there = await setUp()
    const items = rowOrder(file, mapping).map((row) => prepareRow(file, row, mapping, 'draft').item)
    expect(await run(there, items)).toMatchObject({ created: NASTY.length, failed: [] })
    expect((await all(there)).map(told)).toEqual((await all(context)).map(told))
    expect((await run(there, items)).outcomes).toEqual(NASTY.map(() => 'skipped'))
  })

  it('applies the filters of the list, and loses nothing when FAQs move during it', async () => {
    const context = await setUp()
    const items = Array.from({ length: 450 }, (_, index) => ({
      question: `Number ${index}?`,
      answer: 'x',
      status: index % 2 ? 'draft' : 'published',
    }))
    await run(context, items)
    const read = async (filter: object) =>
      JSON.parse((await Array.fromAsync(exportFaqs(context, 'json', filter, ORIGIN))).join(''))
    expect(await read({ status: 'draft', q: 'number 44' })).toHaveLength(5)
    expect(await read({ category: 'Nothing' })).toEqual([])
    const pieces: string[] = []
    for await (const piece of exportFaqs(context, 'json', {}, ORIGIN)) {
      if (pieces.length === 2) await updateFaq(context, { id: (await all(context))[0]?.id ?? '', display_order: 450 })
      pieces.push(piece)
    }
    const questions = (JSON.parse(pieces.join('')) as { question: string }[]).map(({ question }) => question)
    expect(questions).toEqual(items.map(({ question }) => question))
  })
})

it('exported images have their whole address, which an import into the same workspace takes off again', async () => {
  const context = await setUp()
  const path = `/files/images/${context.workspaceId}/${newId()}-640x480.webp`
  const answer = `Press it:\n\n![The button](${path})\n\nSee [the page](${ORIGIN}/files/images).`
  await createFaq(context, faqInput({ question: 'How do I reset it?', answer }))
  const text = (await Array.fromAsync(exportFaqs(context, 'json', {}, ORIGIN))).join('')
  expect(JSON.parse(text)[0].answer).toBe(answer.replace(`](${path}`, `](${ORIGIN}${path}`))
  const items = JSON.parse(text)
  expect((await run(context, items, { on_duplicate: 'update' })).outcomes).toEqual(['updated'])
  expect((await all(context))[0]).toMatchObject({ answer })
  const elsewhere = await setUp()
  expect((await run(elsewhere, items)).outcomes).toEqual(['created'])
  expect((await all(elsewhere))[0]).toMatchObject({ answer: items[0].answer })
})
