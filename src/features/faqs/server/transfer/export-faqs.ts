import { and, asc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { absoluteImages } from '../../../../kernel/markup.ts'
import { inReadTransaction, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import type { ExportFormat, exportFilter } from '../../contract.ts'
import { FILE_WRITERS, type FileWriter } from '../../domain/transfer/write-file.ts'
import type { FaqRow } from '../faq-columns.ts'
import { matching, presentFaq } from '../faqs.queries.ts'
import { faqs } from '../faqs.table.ts'

/** FAQs a transaction: one that lasted as long as a slow download would hold up everybody else. */
const PAGE = 200

/**
 * Streams the matching FAQs in order as the text of a file. Selection and order are fixed at the start, so that moves
 * in between neither duplicate nor drop a FAQ; deleted ones are left out. Images have their whole address, so that the
 * file is complete elsewhere too.
 */
export async function* exportFaqs(
  context: WorkspaceContext,
  format: ExportFormat,
  filter: z.output<typeof exportFilter>,
  origin: string,
): AsyncGenerator<string> {
  const writer: FileWriter = FILE_WRITERS[format]
  const ids = await inReadTransaction(context, async ({ tx, workspaceId }) => {
    const rows = await tx
      .select({ id: faqs.id })
      .from(faqs)
      .where(matching(workspaceId, filter))
      .orderBy(asc(faqs.displayOrder))
    return rows.map(({ id }) => id)
  })
  let first = true
  yield writer.head
  for (let index = 0; index < ids.length; index += PAGE) {
    const page = ids.slice(index, index + PAGE)
    const rows = await inReadTransaction(context, ({ tx, workspaceId }) =>
      tx
        .select()
        .from(faqs)
        .where(and(eq(faqs.workspaceId, workspaceId), inArray(faqs.id, page))),
    )
    const byId = new Map<string, FaqRow>(rows.map((row) => [row.id, row]))
    let text = ''
    for (const id of page) {
      const row = byId.get(id)
      if (!row) continue
      const faq = presentFaq(row)
      text += writer.entry({ ...faq, answer: absoluteImages(faq.answer, origin) }, first)
      first = false
    }
    yield text
  }
  yield writer.foot
}
