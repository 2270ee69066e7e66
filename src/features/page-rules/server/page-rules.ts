import { and, eq, inArray } from 'drizzle-orm'
import { normalizePattern } from '../../../kernel/address-patterns.ts'
import { AppError } from '../../../kernel/app-error.ts'
import { faqs } from '../../faqs/server/index.ts'
import {
  emit,
  inReadTransaction,
  inTransaction,
  recordAudit,
  requireMatch,
  type WorkspaceContext,
  type WorkspaceTransaction,
  workspaces,
} from '../../workspaces/server/index.ts'
import type { PageRuleInput, PageRules, SavePageRules, ShownPageRules } from '../contract.ts'
import { presentRules, type SuggestedFaq, shownRules } from '../domain/present-rules.ts'
import { pageRules } from './page-rules.table.ts'

interface StoredRules {
  rules: PageRuleInput[]
  promptsPerDay: number
  version: number
}

const NO_RULES: StoredRules = { rules: [], promptsPerDay: 1, version: 0 }

async function read({ tx, workspaceId }: WorkspaceTransaction): Promise<StoredRules> {
  const [row] = await tx.select().from(pageRules).where(eq(pageRules.workspaceId, workspaceId))
  return row ?? NO_RULES
}

/** Returns the FAQs of the workspace that rules suggest, by id. */
async function suggestedFaqs(
  { tx, workspaceId }: WorkspaceTransaction,
  rules: readonly PageRuleInput[],
): Promise<Map<string, SuggestedFaq>> {
  const ids = rules.flatMap(({ suggestions }) => suggestions.map(({ faq_id: id }) => id)).filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: faqs.id, question: faqs.question, status: faqs.status })
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), inArray(faqs.id, [...new Set(ids)])))
  return new Map(rows.map(({ id, question, status }) => [id, { question, isPublished: status === 'published' }]))
}

async function present(transaction: WorkspaceTransaction): Promise<PageRules> {
  const { rules, promptsPerDay, version } = await read(transaction)
  return {
    rules: presentRules(rules, await suggestedFaqs(transaction, rules)),
    prompts_per_day: promptsPerDay,
    version,
  }
}

export const getPageRules = (context: WorkspaceContext): Promise<PageRules> => inReadTransaction(context, present)

/** The enabled rules as everybody may see them: with published FAQs only. */
export async function readShownRules(transaction: WorkspaceTransaction): Promise<ShownPageRules> {
  const { rules, promptsPerDay } = await read(transaction)
  if (rules.length === 0) return { rules: [], promptsPerDay }
  return { rules: shownRules(presentRules(rules, await suggestedFaqs(transaction, rules))), promptsPerDay }
}

/** Replaces all rules. FAQs that do not exist are left out. @throws precondition_failed, conflict `page_rules.changed_meanwhile` */
export const savePageRules = (context: WorkspaceContext, input: SavePageRules): Promise<PageRules> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    // The second of two users who save at once sees the version of the first.
    await tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, workspaceId)).for('no key update')
    await requireMatch(transaction, () => present(transaction))
    const { version } = await read(transaction)
    if (input.version !== undefined && input.version !== version)
      throw new AppError(
        'conflict',
        'page_rules.changed_meanwhile',
        'Another user has changed the rules. Reload the page to see them.',
      )
    const known = await suggestedFaqs(transaction, input.rules)
    const rules = input.rules.map((rule) => ({
      ...rule,
      include: rule.include.map(normalizePattern),
      exclude: rule.exclude.map(normalizePattern),
      suggestions: rule.suggestions
        .filter(({ faq_id: id }) => id === null || known.has(id))
        .map(({ faq_id: id, question }) => ({ faq_id: id, question: id === null ? question : '' })),
    }))
    const row = { rules, promptsPerDay: input.prompts_per_day, version: version + 1, updatedAt: new Date() }
    await tx
      .insert(pageRules)
      .values({ workspaceId, ...row })
      .onConflictDoUpdate({ target: pageRules.workspaceId, set: row })
    await recordAudit(transaction, { action: 'widget.rules_changed', details: { count: rules.length } })
    await emit(transaction, { type: 'workspace.changed' })
    return present(transaction)
  })
