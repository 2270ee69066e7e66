import { type Database, queryIn, systemTransaction } from '../../../platform/db/index.ts'
import { rewriteFaqIndex } from '../../faqs/server/index.ts'
import { rewritePassageIndex } from '../../knowledge/server/index.ts'
import { jobContext, type WorkspaceServices } from '../../workspaces/server/index.ts'

/** `missing`: cannot be found though it should; `superfluous`: found though it should not. */
export interface IndexFault {
  workspace_id: string
  problem: 'missing' | 'superfluous'
  /** Null for FAQs without a passage. */
  chunk_id: string | null
  /** True when the entry belongs to a FAQ. */
  faq_id: string | null
}

/** Reports and repairs that many at once. */
const MAX_FAULTS = 1_000

const FAULTS_QUERY = `
  select c.workspace_id, 'missing' as problem, c.id as chunk_id, f.id as faq_id
  from knowledge_chunks c
  left join faqs f on f.workspace_id = c.workspace_id and f.id = c.source_id and c.source_type = 'faq'
  left join search_entries e on e.workspace_id = c.workspace_id and e.chunk_id = c.id
  where e.entry_no is null and (c.source_type <> 'faq' or f.status = 'published')
  union all
  select f.workspace_id, 'missing', null, f.id
  from faqs f
  left join knowledge_chunks c on c.workspace_id = f.workspace_id and c.source_id = f.id and c.source_type = 'faq'
  where f.status = 'published' and c.id is null
  union all
  select e.workspace_id, 'superfluous', e.chunk_id, f.id
  from search_entries e
  left join knowledge_chunks c on c.workspace_id = e.workspace_id and c.id = e.chunk_id
  left join faqs f on f.workspace_id = c.workspace_id and f.id = c.source_id and c.source_type = 'faq'
  where c.id is null or (c.source_type = 'faq' and f.status is distinct from 'published')
  limit ${MAX_FAULTS}`

/** Returns differences between the search index and its content in all workspaces; at most a thousand. */
export const findIndexFaults = (db: Database): Promise<IndexFault[]> =>
  systemTransaction(
    db,
    async (transaction) => (await queryIn<IndexFault & Record<string, unknown>>(transaction, FAULTS_QUERY)).rows,
  )

/**
 * Rebuilds inconsistent entries from FAQs and passages, one workspace at a time, while visitors ask.
 * @returns the differences that remain
 */
export async function repairIndex(services: WorkspaceServices): Promise<IndexFault[]> {
  let lastCount = Number.POSITIVE_INFINITY
  for (;;) {
    const indexFaults = await findIndexFaults(services.db)
    // Content that is being written may be reported once, so the loop ends with a round that repairs nothing.
    if (indexFaults.length === 0 || (indexFaults.length >= lastCount && indexFaults.length < MAX_FAULTS))
      return indexFaults
    lastCount = indexFaults.length
    for (const [workspaceId, of] of Map.groupBy(indexFaults, (indexFault) => indexFault.workspace_id))
      await repairWorkspace(services, workspaceId, of)
  }
}

async function repairWorkspace(
  services: WorkspaceServices,
  workspaceId: string,
  indexFaults: IndexFault[],
): Promise<void> {
  const context = jobContext(services, workspaceId)
  const faqIds = [...new Set(indexFaults.flatMap(({ faq_id }) => faq_id ?? []))]
  const chunkIds = [...new Set(indexFaults.flatMap(({ faq_id, chunk_id }) => (faq_id === null && chunk_id) || []))]
  if (faqIds.length > 0) await rewriteFaqIndex(context, faqIds)
  if (chunkIds.length > 0) await rewritePassageIndex(context, chunkIds)
}
