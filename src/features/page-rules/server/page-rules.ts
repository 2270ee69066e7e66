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

async function readStoredRules({ tx, workspaceId }: WorkspaceTransaction): Promise<StoredRules> {
  const [rulesRow] = await tx.select().from(pageRules).where(eq(pageRules.workspaceId, workspaceId))
  return rulesRow ?? NO_RULES
}

/** Returns the FAQs of the workspace that rules suggest, by id. */
async function readSuggestedFaqs(
  { tx, workspaceId }: WorkspaceTransaction,
  ruleInputs: readonly PageRuleInput[],
): Promise<Map<string, SuggestedFaq>> {
  const faqIds = ruleInputs
    .flatMap(({ suggestions }) => suggestions.map(({ faq_id: id }) => id))
    .filter((id) => id !== null)
  if (faqIds.length === 0) return new Map()
  const faqRows = await tx
    .select({ id: faqs.id, question: faqs.question, status: faqs.status })
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), inArray(faqs.id, [...new Set(faqIds)])))
  return new Map(faqRows.map(({ id, question, status }) => [id, { question, isPublished: status === 'published' }]))
}

async function presentStoredRules(transaction: WorkspaceTransaction): Promise<PageRules> {
  const { rules, promptsPerDay, version } = await readStoredRules(transaction)
  return {
    rules: presentRules(rules, await readSuggestedFaqs(transaction, rules)),
    prompts_per_day: promptsPerDay,
    version,
  }
}

export const getPageRules = (context: WorkspaceContext): Promise<PageRules> =>
  inReadTransaction(context, presentStoredRules)

/** The enabled rules as everybody may see them: with published FAQs only. */
export async function readShownRules(transaction: WorkspaceTransaction): Promise<ShownPageRules> {
  const { rules, promptsPerDay } = await readStoredRules(transaction)
  if (rules.length === 0) return { rules: [], promptsPerDay }
  return { rules: shownRules(presentRules(rules, await readSuggestedFaqs(transaction, rules))), promptsPerDay }
}

/** Replaces all rules. FAQs that do not exist are left out. @throws precondition_failed, conflict `page_rules.changed_meanwhile` */
export const savePageRules = (context: WorkspaceContext, saveInput: SavePageRules): Promise<PageRules> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    // The second of two users who save at once sees the version of the first.
    await tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, workspaceId)).for('no key update')
    await requireMatch(transaction, () => presentStoredRules(transaction))
    const { version } = await readStoredRules(transaction)
    if (saveInput.version !== undefined && saveInput.version !== version)
      throw new AppError(
        'conflict',
        'page_rules.changed_meanwhile',
        'Another user has changed the rules. Reload the page to see them.',
      )
    const knownFaqs = await readSuggestedFaqs(transaction, saveInput.rules)
    const normalizedRules = saveInput.rules.map((ruleInput) => ({
      ...ruleInput,
      include: ruleInput.include.map(normalizePattern),
      exclude: ruleInput.exclude.map(normalizePattern),
      suggestions: ruleInput.suggestions
        .filter(({ faq_id: id }) => id === null || knownFaqs.has(id))
        .map(({ faq_id: id, question }) => ({ faq_id: id, question: id === null ? question : '' })),
    }))
    const rulesRow = {
      rules: normalizedRules,
      promptsPerDay: saveInput.prompts_per_day,
      version: version + 1,
      updatedAt: new Date(),
    }
    await tx
      .insert(pageRules)
      .values({ workspaceId, ...rulesRow })
      .onConflictDoUpdate({ target: pageRules.workspaceId, set: rulesRow })
    await recordAudit(transaction, { action: 'widget.rules_changed', details: { count: normalizedRules.length } })
    await emit(transaction, { type: 'workspace.changed' })
    return presentStoredRules(transaction)
  })
