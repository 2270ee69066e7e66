import { eq, sql } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import type { UpdateSettings, WorkspaceSettings } from '../contract.ts'
import { changesBetween, recordAudit } from './audit-log.ts'
import { SERVES_MCP } from './authorize.ts'
import { requireMatch } from './conditional/entity-tags.ts'
import { contentChanged } from './content-version.ts'
import { emit, inReadTransaction, inTransaction, type WorkspaceContext } from './context.ts'
import { workspaces } from './workspaces.table.ts'

const SETTINGS_COLUMNS = {
  name: workspaces.name,
  subdomain: workspaces.subdomain,
  contact_email: workspaces.contactEmail,
  answer_tone: workspaces.answerTone,
  answer_instructions: workspaces.answerInstructions,
  answer_level: workspaces.answerLevel,
  small_talk_replies: workspaces.smallTalkReplies,
  monthly_tokens: workspaces.monthlyTokens,
  search_engine_visible: workspaces.searchEngineVisible,
  mcp_enabled: sql<boolean>`${sql.raw(SERVES_MCP)}`,
  visitor_retention_days: workspaces.visitorRetentionDays,
  second_factor_required: workspaces.secondFactorRequired,
}

export const readSettings = (context: WorkspaceContext): Promise<WorkspaceSettings> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const [row] = await tx.select(SETTINGS_COLUMNS).from(workspaces).where(eq(workspaces.id, workspaceId))
    if (!row) throw notFound('workspace')
    return row
  })

/** Changes what is named. Answers that were written in another tone, or at another level, are not given again. */
export const updateSettings = (context: WorkspaceContext, settingsInput: UpdateSettings): Promise<WorkspaceSettings> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    const { name, contact_email: contact, answer_tone: tone, answer_instructions: instructions } = settingsInput
    const {
      search_engine_visible: visible,
      visitor_retention_days: retention,
      small_talk_replies: replies,
    } = settingsInput
    const { answer_level: level } = settingsInput
    const [before] = await tx
      .select(SETTINGS_COLUMNS)
      .from(workspaces)
      .where(eq(workspaces.id, workspaceId))
      .for('no key update')
    await requireMatch(transaction, async () => before)
    const [row] = await tx
      .update(workspaces)
      .set({
        ...(name === undefined ? {} : { name }),
        ...(contact === undefined ? {} : { contactEmail: contact === '' ? null : contact }),
        ...(tone === undefined ? {} : { answerTone: tone }),
        ...(instructions === undefined ? {} : { answerInstructions: instructions }),
        ...(level === undefined ? {} : { answerLevel: level }),
        ...(replies === undefined ? {} : { smallTalkReplies: replies }),
        ...(settingsInput.monthly_tokens === undefined ? {} : { monthlyTokens: settingsInput.monthly_tokens }),
        ...(visible === undefined ? {} : { searchEngineVisible: visible }),
        ...(settingsInput.mcp_enabled === undefined ? {} : { mcpEnabled: settingsInput.mcp_enabled }),
        ...(retention === undefined ? {} : { visitorRetentionDays: retention }),
        updatedAt: new Date(),
      })
      .where(eq(workspaces.id, workspaceId))
      .returning(SETTINGS_COLUMNS)
    if (!before || !row) throw notFound('workspace')
    const auditChanges = changesBetween(before, row)
    if (auditChanges.length > 0)
      await recordAudit(transaction, { action: 'workspace.settings_changed', details: { changes: auditChanges } })
    await emit(transaction, { type: 'workspace.changed' })
    if ([tone, instructions, level, replies, name].some((answerSetting) => answerSetting !== undefined))
      await contentChanged(transaction)
    return row
  })
