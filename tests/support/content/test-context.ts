// A small world for verb tests: a migrated database, people, workspaces and contexts minted the way requests mint them.
import { randomBytes } from 'node:crypto'
import { createAccount } from '../../../src/features/accounts/server/index.ts'
import { TRIAL_DAYS } from '../../../src/features/billing/contract.ts'
import { EMPTY_CONTENT, type FaqContent } from '../../../src/features/faqs/contract.ts'
import type { Action } from '../../../src/features/workspaces/contract.ts'
import {
  authorizeMember,
  insertWorkspace,
  visitorContext,
  type WorkspaceContext,
  type WorkspaceServices,
} from '../../../src/features/workspaces/server/index.ts'
import type { AppEvent } from '../../../src/kernel/events.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { type Database, systemTransaction } from '../../../src/platform/db/index.ts'
import { type EventBus, startEvents } from '../../../src/platform/events/index.ts'
import { atEnd, testDatabase } from '../database/database.ts'

export interface TestContext {
  db: Database
  events: EventBus
  services: WorkspaceServices
  /** EventBus as every node gets them, after their commit. */
  receivedEvents: AppEvent[]
  person(options?: { freeAccess?: boolean; trialDays?: number }): Promise<string>
  workspace(userId: string, name?: string): Promise<{ id: string; subdomain: string }>
  /** Returns a member's context, authorized for the action as in a request. */
  as(userId: string, workspaceId: string, action: Action, writes?: boolean): Promise<WorkspaceContext>
  join(workspaceId: string, userId: string, role: 'owner' | 'member'): Promise<void>
  visitor(workspaceId: string): Promise<WorkspaceContext>
  /** Rows of a table over all workspaces, past row-level security. */
  count(table: string, where?: string): Promise<number>
}

export async function createTestContext(options: { billingOff?: boolean } = {}): Promise<TestContext> {
  const db = await testDatabase()
  const events = await startEvents(db)
  atEnd(() => events.close())
  const services: WorkspaceServices = { db, events, billingOff: options.billingOff ?? false }
  const receivedEvents: AppEvent[] = []
  events.on('*', (event) => receivedEvents.push(event))
  return {
    db,
    events,
    services,
    receivedEvents,
    person: async ({ freeAccess = false, trialDays = TRIAL_DAYS } = {}) => {
      const email = `p${randomBytes(6).toString('hex')}@example.com`
      const id = await systemTransaction(db, (transaction) =>
        createAccount(transaction, {
          firstName: 'Test',
          lastName: 'Person',
          email,
          passwordHash: 'x',
          trialDays,
          freeAccess,
          emailVerified: true,
        }),
      )
      if (!id) throw new Error('the address was taken')
      return id
    },
    workspace: (userId, name = 'Acme') =>
      systemTransaction(db, (transaction) =>
        insertWorkspace(services, transaction, { userId, name, websiteUrl: null }),
      ),
    as: (userId, workspaceId, action, writes = true) =>
      authorizeMember(services, { userId, sessionId: newId(), workspaceId }, { action, writes, duringPaywall: false }),
    join: async (workspaceId, userId, role) => {
      await systemTransaction(db, (transaction) =>
        transaction.execute(
          `insert into workspace_members (workspace_id, user_id, role) values ('${workspaceId}', '${userId}', '${role}')`,
        ),
      )
    },
    visitor: async (workspaceId) => {
      const context = await visitorContext(services, { workspace_id: workspaceId })
      if (!context) throw new Error('no such workspace')
      // A test keeps it while the content changes; a request has one of its own.
      const { name: _name, subdomain: _subdomain, contentVersion: _version, answerLevel: _level, ...visitor } = context
      return visitor
    },
    count: (table, where = 'true') =>
      systemTransaction(db, async (transaction) => {
        const { rows } = await transaction.execute<{ n: string }>(`select count(*) as n from ${table} where ${where}`)
        return Number(rows[0]?.n)
      }),
  }
}

/** A new workspace, without the plan's limits unless `o` says otherwise, and its owner as who may write FAQs in it. */
export async function faqWriter(testContext: TestContext, options: { freeAccess?: boolean } = { freeAccess: true }) {
  const userId = await testContext.person(options)
  const { id } = await testContext.workspace(userId)
  return { userId, id, ctx: await testContext.as(userId, id, 'faq.write') }
}

/** A FAQ's input with everything filled in. */
export const faqInput = (options: Partial<FaqContent> = {}): FaqContent => ({
  ...EMPTY_CONTENT,
  question: 'How do I reset my password?',
  answer: 'Open **Settings**, choose Security, then press Reset password.',
  status: 'published',
  ...options,
})
