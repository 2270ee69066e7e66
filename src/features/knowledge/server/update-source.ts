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
  settingsChange: z.output<typeof sourceSettingsInput>,
): Promise<Source> =>
  inTransaction(context, async (transaction) => {
    await requireSameSource(transaction, id)
    const previousRow = await readListed(transaction, id)
    if (previousRow.websiteId !== null)
      throw new AppError('conflict', 'source.of_website', 'A page has the settings of its website. Change them there.')
    const newSettings = {
      priority: settingsChange.priority ?? previousRow.priority,
      visibility: settingsChange.visibility ?? previousRow.visibility,
      offersOriginal: settingsChange.offers_original ?? previousRow.offersOriginal,
      isListed: settingsChange.is_listed ?? previousRow.isListed,
    }
    if (Object.entries(newSettings).every(([name, value]) => previousRow[name as keyof typeof newSettings] === value))
      return presentSource(previousRow)
    await transaction.tx.update(sources).set(newSettings).where(ofSource(transaction, id))
    await sourcesChanged(transaction, { id })
    await contentChanged(transaction)
    return presentSource(await readListed(transaction, id))
  })
