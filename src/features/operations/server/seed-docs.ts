// Our own help: the guides as a workspace like any other, so that the docs are searched by the product itself.
import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { lockNamed, systemTransaction } from '../../../platform/db/index.ts'
import { createAccount } from '../../accounts/server/index.ts'
import { createFaqInput } from '../../faqs/contract.ts'
import { insertFaqs, withFaqOrder } from '../../faqs/server/index.ts'
import { replaceTexts } from '../../knowledge/server/index.ts'
import type { GuideText } from '../../marketing/server/index.ts'
import {
  insertWorkspace,
  operatorContext,
  restyleWorkspace,
  type WorkspaceServices,
} from '../../workspaces/server/index.ts'
import faqs from './docs-content/faqs.json' with { type: 'json' }
import { instanceState } from './operations.table.ts'

const STATE_KEY = 'docs_seeded'
export const DOCS_SUBDOMAIN = 'docs'
/** Owner of the docs. Has no password, so sign-in is impossible; `.invalid` never receives email (RFC 2606). */
const OWNER_EMAIL = 'docs@answerloom.invalid'
const WORKSPACE_NAME = 'Answerloom'
const DOCS_STYLE = {
  widget_heading: 'How can we help?',
  widget_call_to_action: 'Ask, or look through what people ask most.',
  header_text_color: '#ffffff',
  header_bg_type: 'gradient',
  header_bg_gradient_from: '#12262e',
  header_bg_gradient_to: '#1f4048',
  header_bg_gradient_direction: 'to-br',
} as const

const seededSchema = z.object({ workspace_id: z.string(), hash: z.string() })
const published = z.array(createFaqInput.transform((faq) => ({ ...faq, status: 'published' as const })))

export interface DocsContent {
  /** Changes whenever the texts do. */
  hash: string
  texts(): GuideText[]
}

/**
 * Makes the docs' workspace once, and brings its texts up to date whenever the guides or the instance's address changed;
 * nodes that start together share a lock. A workspace that was deleted stays deleted.
 * @returns whether anything was written
 */
export function seedDocs(services: WorkspaceServices, docsContent: DocsContent, appUrl: URL): Promise<boolean> {
  const loadTexts = () =>
    docsContent.texts().map(({ title, content, path }) => ({ title, content, url: new URL(path, appUrl).href }))
  const contentHash = createHash('sha256')
    .update(JSON.stringify([docsContent.hash, appUrl.href, faqs, DOCS_STYLE]))
    .digest('base64url')
  return systemTransaction(services.db, async (transaction) => {
    await lockNamed(transaction, 'docs')
    const [state] = await transaction.select().from(instanceState).where(eq(instanceState.key, STATE_KEY))
    if (state) {
      const seededState = seededSchema.parse(state.value)
      if (seededState.hash === contentHash) return false
      const workspaceRows = await transaction.execute(
        sql`select from workspaces where id = ${seededState.workspace_id}`,
      )
      if (workspaceRows.rows.length === 0) return false
      await replaceTexts(operatorContext(services, transaction, seededState.workspace_id), loadTexts())
      await transaction
        .update(instanceState)
        .set({ value: { ...seededState, hash: contentHash }, updatedAt: new Date() })
        .where(eq(instanceState.key, STATE_KEY))
      return true
    }
    const ownerAccount = { firstName: 'Docs', lastName: '', email: OWNER_EMAIL, passwordHash: null }
    const ownerId = await createAccount(transaction, {
      ...ownerAccount,
      trialDays: 0,
      freeAccess: true,
      emailVerified: false,
    })
    if (!ownerId) throw new Error('The docs have an owner but were never seeded: the database was changed by hand.')
    const workspacePlace = { userId: ownerId, name: WORKSPACE_NAME, websiteUrl: appUrl.href, subdomain: DOCS_SUBDOMAIN }
    const { id } = await insertWorkspace(services, transaction, workspacePlace)
    const context = operatorContext(services, transaction, id)
    await restyleWorkspace(context, DOCS_STYLE)
    await withFaqOrder(context, (orderTransaction) => insertFaqs(orderTransaction, published.parse(faqs)), {
      isBulk: true,
    })
    await replaceTexts(context, loadTexts())
    await transaction.insert(instanceState).values({ key: STATE_KEY, value: { workspace_id: id, hash: contentHash } })
    return true
  })
}
