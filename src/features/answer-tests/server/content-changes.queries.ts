import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { sources } from '../../knowledge/server/index.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { CHANGES_SHOWN, type ContentChange, type TestedAnswer } from '../contract.ts'

interface ComparedAnswers {
  passing: TestedAnswer
  failing: TestedAnswer
  /** When it began to fail. */
  since: string | null
  edited_at: string | null
}

interface ChangeRow extends Record<string, unknown> {
  kind: ContentChange['kind']
  what: ContentChange['what']
  id: string | null
  title: string
  at: string | null
  by: string | null
  involved: boolean
}

const sourceIds = ({ sources }: TestedAnswer): string[] =>
  sources.flatMap(({ kind, id, source_id }) => source_id ?? (kind === 'faq' ? id : []))

/**
 * Returns the changes between the last passing and the first failing answer: sources of either answer first, then the
 * newest.
 */
export async function changesBetweenAnswers(
  { tx, workspaceId }: WorkspaceTransaction,
  { passing, failing, since, edited_at: editedAt }: ComparedAnswers,
): Promise<ContentChange[]> {
  const periodStart = sql`${passing.at}::timestamptz`
  const periodEnd = sql`${since ?? failing.at}::timestamptz`
  const isInPeriod = (at: ReturnType<typeof sql>) => sql`${at} > ${periodStart} and ${at} <= ${periodEnd}`
  const involvedIds = [...new Set([...sourceIds(passing), ...sourceIds(failing)])]
  const isInvolved = (id: SQL) => inArray(id, involvedIds)
  const ofWorkspace = sql`${workspaceId}::uuid`
  // Content that was invisible before and after does not matter to visitors.
  const { rows } = await tx.execute<ChangeRow>(
    sql`select kind, what, id, title, at, by, involved from (
          select 'faq' as kind,
                 case when v.restored_from is not null then 'restored'
                      when v.content ->> 'status' = 'published' and coalesce(p.content ->> 'status', 'draft') <> 'published' then 'published'
                      when v.content ->> 'status' <> 'published' then 'unpublished'
                      else 'edited' end as what,
                 v.faq_id as id, v.content ->> 'question' as title, v.saved_at as at,
                 case when v.saved_by_kind = 'system' then null else v.saved_by_name end as by,
                 ${isInvolved(sql`v.faq_id`)} as involved
          from faq_versions v
          left join faq_versions p
            on p.workspace_id = v.workspace_id and p.faq_id = v.faq_id and p.version = v.version - 1
          where v.workspace_id = ${ofWorkspace} and ${isInPeriod(sql`v.saved_at`)}
            and (v.content ->> 'status' = 'published' or p.content ->> 'status' = 'published')
          union all
          select case when a.action like 'source.%' then 'source' when a.action like 'faq.%' then 'faq' else 'settings' end,
                 case a.action when 'workspace.settings_changed' then 'changed' when 'faq.restored' then 'restored'
                               when 'faq.all_archived' then 'unpublished' else 'deleted' end,
                 null::uuid, a.subject, a.created_at, a.actor_name, a.action = 'workspace.settings_changed'
          from audit_log a
          where a.workspace_id = ${ofWorkspace} and ${isInPeriod(sql`a.created_at`)}
            and (a.action in ('faq.deleted', 'faq.restored', 'faq.all_archived', 'faq.all_deleted', 'source.selected_deleted')
              or (a.action = 'workspace.settings_changed' and exists (
                    select from jsonb_array_elements(a.details -> 'changes') c
                    where c ->> 'field' in ('answer_tone', 'answer_instructions', 'answer_level', 'name'))))
          union all
          select 'source', case when ${isInPeriod(sql`s.created_at`)} then 'added' else 'read' end, s.id, s.title,
                 s.updated_at, null, ${isInvolved(sql`s.id`)}
          from sources s
          where s.workspace_id = ${ofWorkspace} and s.state = 'ready' and ${isInPeriod(sql`s.updated_at`)}
            and (s.website_id is null or ${isInvolved(sql`s.id`)})
          union all
          select 'website', 'read', w.id, w.name, r.ended_at, null, false
          from website_runs r join websites w on w.workspace_id = r.workspace_id and w.id = r.website_id
          where r.workspace_id = ${ofWorkspace} and ${isInPeriod(sql`r.ended_at`)} and r.added + r.changed + r.removed > 0
        ) c order by involved desc, at desc limit ${CHANGES_SHOWN}`,
  )
  const changes = rows.map((changeRow) => ({ ...changeRow, at: changeRow.at && new Date(changeRow.at).toISOString() }))
  const deletedSources = await findDeletedSources({ tx, workspaceId }, passing)
  return [
    ...(editedAt && isBetween(editedAt, passing.at, since ?? failing.at) ? [testEditedChange(editedAt)] : []),
    ...deletedSources,
    ...changes,
  ]
}

const isBetween = (at: string, periodStart: string, periodEnd: string) =>
  Date.parse(at) > Date.parse(periodStart) && Date.parse(at) <= Date.parse(periodEnd)

const testEditedChange = (at: string): ContentChange => ({
  kind: 'test',
  what: 'edited',
  id: null,
  title: '',
  at: new Date(at).toISOString(),
  by: null,
  involved: true,
})

/** Deleted sources of the former answer; not every source records its deletion. */
async function findDeletedSources(
  { tx, workspaceId }: Pick<WorkspaceTransaction, 'tx' | 'workspaceId'>,
  passing: TestedAnswer,
): Promise<ContentChange[]> {
  const titleBySourceId = new Map(
    passing.sources.flatMap(({ kind, source_id: id, title }) => (kind === 'chunk' && id ? [[id, title] as const] : [])),
  )
  if (titleBySourceId.size === 0) return []
  const remainingSources = await tx
    .select({ id: sources.id })
    .from(sources)
    .where(and(eq(sources.workspaceId, workspaceId), inArray(sources.id, [...titleBySourceId.keys()])))
  for (const { id } of remainingSources) titleBySourceId.delete(id)
  return [...titleBySourceId.values()].map((title) => ({
    kind: 'source' as const,
    what: 'deleted' as const,
    id: null,
    title,
    at: null,
    by: null,
    involved: true,
  }))
}
