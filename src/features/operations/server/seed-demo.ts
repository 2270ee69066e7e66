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

const KEY = 'demo_seeded'
/** Owner of the demo. Has no password, so sign-in is impossible; `.invalid` never receives email (RFC 2606). */
const DEMO_OWNER = 'demo@answerloom.invalid'

/**
 * Gives a fresh installation its demo workspace, once: all of it in one transaction, under a lock that two nodes starting
 * together share. A demo that was deleted stays deleted. @returns whether it was seeded now.
 */
export function seedDemo(services: WorkspaceServices): Promise<boolean> {
  const content = loadDemoContent()
  return systemTransaction(services.db, async (transaction) => {
    await lockNamed(transaction, 'demo')
    const done = await transaction.select().from(instanceState).where(eq(instanceState.key, KEY))
    if (done.length > 0) return false
    const userId = await createAccount(transaction, {
      firstName: 'Demo',
      lastName: '',
      email: DEMO_OWNER,
      passwordHash: null,
      trialDays: 0,
      freeAccess: true,
      emailVerified: false,
    })
    if (!userId) throw new Error('The demo has an owner but was never seeded: the database was changed by hand.')
    const { name, website_url, subdomain, ...style } = content.workspace
    const { id } = await insertWorkspace(services, transaction, { userId, name, websiteUrl: website_url, subdomain })
    const context = operatorContext(services, transaction, id)
    await restyleWorkspace(context, style)
    await withFaqOrder(context, (order) => insertFaqs(order, content.faqs), { isBulk: true })
    await createTexts(context, content.texts)
    await transaction.insert(instanceState).values({ key: KEY, value: { workspace_id: id } })
    return true
  })
}
