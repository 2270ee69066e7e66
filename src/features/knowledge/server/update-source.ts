import { AppError } from '../../../kernel/app-error.ts'
import { contentChanged, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { Source, SourcePriority, SourceVisibility } from '../contract.ts'
import { sources } from './knowledge.table.ts'
import { ofSource, onTheWire, readListed, sourcesChanged } from './source-rows.ts'

/**
 * Changes how much a file or text counts, and whether answers link to it.
 * @throws not_found `source.not_found`; conflict `source.of_website` for a page, which has its website's
 */
export const updateSource = (
  context: WorkspaceContext,
  id: string,
  change: { priority?: SourcePriority | undefined; visibility?: SourceVisibility | undefined },
): Promise<Source> =>
  inTransaction(context, async (transaction) => {
    const before = await readListed(transaction, id)
    if (before.websiteId !== null)
      throw new AppError('conflict', 'source.of_website', 'A page is used as its website is. Change it there.')
    const { priority = before.priority, visibility = before.visibility } = change
    if (priority === before.priority && visibility === before.visibility) return onTheWire(before)
    await transaction.tx.update(sources).set({ priority, visibility }).where(ofSource(transaction, id))
    await sourcesChanged(transaction, { id })
    await contentChanged(transaction)
    return onTheWire(await readListed(transaction, id))
  })
