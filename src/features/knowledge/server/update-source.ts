import type { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import { contentChanged, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { Source, sourceSettingsInput } from '../contract.ts'
import { sources } from './knowledge.table.ts'
import { ofSource, presentSource, readListed, sourcesChanged } from './source-rows.ts'
import { requireSameSource } from './sources.ts'

/**
 * Changes how much a file or text counts, and what visitors see of it.
 * @throws not_found `source.not_found`; conflict `source.of_website` for a page, which has its website's
 */
export const updateSource = (
  context: WorkspaceContext,
  id: string,
  change: z.output<typeof sourceSettingsInput>,
): Promise<Source> =>
  inTransaction(context, async (transaction) => {
    await requireSameSource(transaction, id)
    const before = await readListed(transaction, id)
    if (before.websiteId !== null)
      throw new AppError('conflict', 'source.of_website', 'A page has the settings of its website. Change them there.')
    const after = {
      priority: change.priority ?? before.priority,
      visibility: change.visibility ?? before.visibility,
      offersOriginal: change.offers_original ?? before.offersOriginal,
      isListed: change.is_listed ?? before.isListed,
    }
    if (Object.entries(after).every(([name, value]) => before[name as keyof typeof after] === value))
      return presentSource(before)
    await transaction.tx.update(sources).set(after).where(ofSource(transaction, id))
    await sourcesChanged(transaction, { id })
    await contentChanged(transaction)
    return presentSource(await readListed(transaction, id))
  })
