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
const PAGE_SIZE = 200

/**
 * Streams the matching FAQs in order as the text of a file. Selection and order are fixed at the start, so that moves
 * in between neither duplicate nor drop a FAQ; deleted ones are left out. Images have their whole address, so that the
 * file is complete elsewhere too.
 */
export async function* exportFaqs(
  context: WorkspaceContext,
  exportFormat: ExportFormat,
  faqFilter: z.output<typeof exportFilter>,
  serverOrigin: string,
): AsyncGenerator<string> {
  const fileWriter: FileWriter = FILE_WRITERS[exportFormat]
  const faqIds = await inReadTransaction(context, async ({ tx, workspaceId }) => {
    const idRows = await tx
      .select({ id: faqs.id })
      .from(faqs)
      .where(matching(workspaceId, faqFilter))
      .orderBy(asc(faqs.displayOrder))
    return idRows.map(({ id }) => id)
  })
  let isFirst = true
  yield fileWriter.head
  for (let index = 0; index < faqIds.length; index += PAGE_SIZE) {
    const pageIds = faqIds.slice(index, index + PAGE_SIZE)
    const faqRows = await inReadTransaction(context, ({ tx, workspaceId }) =>
      tx
        .select()
        .from(faqs)
        .where(and(eq(faqs.workspaceId, workspaceId), inArray(faqs.id, pageIds))),
    )
    const rowById = new Map<string, FaqRow>(faqRows.map((faqRow) => [faqRow.id, faqRow]))
    let pageText = ''
    for (const faqId of pageIds) {
      const faqRow = rowById.get(faqId)
      if (!faqRow) continue
      const faq = presentFaq(faqRow)
      pageText += fileWriter.entry({ ...faq, answer: absoluteImages(faq.answer, serverOrigin) }, isFirst)
      isFirst = false
    }
    yield pageText
  }
  yield fileWriter.foot
}
