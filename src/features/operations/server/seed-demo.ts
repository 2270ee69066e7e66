import { eq } from 'drizzle-orm'
import { lockNamed, systemTransaction } from '../../../platform/db/index.ts'
import { createAccount } from '../../accounts/server/index.ts'
import { insertFaqs, withFaqOrder } from '../../faqs/server/index.ts'
import { createTexts } from '../../knowledge/server/index.ts'
import {
  insertWorkspace,
  operatorContext,
  restyleWorkspace,
  type WorkspaceServices,
} from '../../workspaces/server/index.ts'
import { loadDemoContent } from './demo-content.ts'
import { instanceState } from './operations.table.ts'

const STATE_KEY = 'demo_seeded'
/** Owner of the demo. Has no password, so sign-in is impossible; `.invalid` never receives email (RFC 2606). */
const DEMO_OWNER = 'demo@answerloom.invalid'

/**
 * Gives a fresh installation its demo workspace, once: all of it in one transaction, under a lock that two nodes starting
 * together share. A demo that was deleted stays deleted. @returns whether it was seeded now.
 */
export function seedDemo(services: WorkspaceServices): Promise<boolean> {
  const demoContent = loadDemoContent()
  return systemTransaction(services.db, async (transaction) => {
    await lockNamed(transaction, 'demo')
    const seededRows = await transaction.select().from(instanceState).where(eq(instanceState.key, STATE_KEY))
    if (seededRows.length > 0) return false
    const ownerId = await createAccount(transaction, {
      firstName: 'Demo',
      lastName: '',
      email: DEMO_OWNER,
      passwordHash: null,
      trialDays: 0,
      freeAccess: true,
      emailVerified: false,
    })
    if (!ownerId) throw new Error('The demo has an owner but was never seeded: the database was changed by hand.')
    const { name, website_url, subdomain, ...style } = demoContent.workspace
    const { id } = await insertWorkspace(services, transaction, {
      userId: ownerId,
      name,
      websiteUrl: website_url,
      subdomain,
    })
    const context = operatorContext(services, transaction, id)
    await restyleWorkspace(context, style)
    await withFaqOrder(context, (orderTransaction) => insertFaqs(orderTransaction, demoContent.faqs), { isBulk: true })
    await createTexts(context, demoContent.texts)
    await transaction.insert(instanceState).values({ key: STATE_KEY, value: { workspace_id: id } })
    return true
  })
}
