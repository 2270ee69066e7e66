// A workspace whose sources hold questions, and the finding of them, run by hand.
import type { Generate } from '../../../src/features/answering/server/index.ts'
import { createTexts, type MarkedFaq } from '../../../src/features/knowledge/server/index.ts'
import { suggestFaqs } from '../../../src/features/suggestions/server/suggestions.job.ts'
import { listSuggestions } from '../../../src/features/suggestions/server/suggestions.queries.ts'
import { jobContext } from '../../../src/features/workspaces/server/index.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { systemTransaction } from '../../../src/platform/db/index.ts'
import { createGapInbox } from './gaps.ts'
import type { TestContext } from './test-context.ts'

const never = new AbortController().signal

/** A workspace with its owner and the finding of FAQs, run by hand. */
export async function createSuggestionTeam(
  testContext: TestContext,
  options: { generate?: Generate; freeAccess?: boolean } = {},
) {
  const inbox = await createGapInbox(testContext, options)
  const owner = options.freeAccess === false ? await testContext.person() : inbox.userId
  const workspaceId = options.freeAccess === false ? (await testContext.workspace(owner)).id : inbox.id
  const context = await testContext.as(owner, workspaceId, 'faq.write')
  const job = jobContext(testContext.services, workspaceId)
  return {
    id: workspaceId,
    ctx: context,
    write: async (title: string, content: string) => (await createTexts(context, [{ title, content }]))[0]!,
    look: () => suggestFaqs(inbox.answering, job, never),
    offered: () => listSuggestions(context),
    asked: async () => (await listSuggestions(context)).items.map(({ question }) => question),
    rows: (sql: string) =>
      systemTransaction(testContext.db, async (transaction) => (await transaction.execute(sql)).rows),
    count: (table: string, where = 'true') =>
      testContext.count(table, `workspace_id = '${workspaceId}' and (${where})`),
  }
}
export type SuggestionTeam = Awaited<ReturnType<typeof createSuggestionTeam>>

export const HELP = '# Help\n\n## Do you ship abroad?\n\nYes, to Norway.\n\n## Is the wool washable?\n\nAt 30 degrees.'
/** Questions that differ in more than a number, so that none counts as a duplicate. */
const THINGS =
  'kettle lamp carpet mirror drawer wheel bottle ladder jacket violin anchor basket candle dragon engine feather garden hammer island jungle kitchen lantern mountain needle orange pencil quilt rocket saddle turbine'.split(
    ' ',
  )
export const manyQuestions = (n: number) =>
  THINGS.slice(0, n)
    .map((thing) => `## Who invented the ${thing}?\n\nThe ${thing} was invented by us.`)
    .join('\n\n')

/** As a page is kept once it has been read. */
export async function addPage(team: SuggestionTeam, options: { title: string; content: string; marked?: MarkedFaq[] }) {
  const id = newId()
  const marked = options.marked ? `'${JSON.stringify(options.marked).replaceAll("'", "''")}'` : 'null'
  await team.rows(
    `insert into sources (workspace_id, id, kind, title, url, content, content_hash, marked_faqs, state)
     values ('${team.id}', '${id}', 'website', '${options.title}', 'https://acme.example/${id}', '${options.content}', '${id}', ${marked}, 'ready')`,
  )
  return id
}
