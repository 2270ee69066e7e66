import type { WorkspaceEvent } from '../../../kernel/events.ts'
import { type Database, type ReadOrigin, type Tx, workspaceTransaction } from '../../../platform/db/index.ts'
import type { EventBus } from '../../../platform/events/index.ts'
import type { Access } from '../../billing/contract.ts'
import type { Action, AnswerLevel, Role } from '../contract.ts'

/** Context of every verb inside a workspace. */
export interface WorkspaceServices {
  db: Database
  events: EventBus
  /** BILLING=off: everybody has free access. */
  billingOff: boolean
}

/** Name of the acting user for the audit log. */
export interface Actor {
  kind: 'person' | 'api_key'
  id: string
  name: string
}

declare const minted: unique symbol

/**
 * Proof that the caller may act in this workspace. Only `authorize.ts` mints it, so a verb that forgets the check does
 * not compile. `visitor` and `job` stand for the public page and for background work: they reach one workspace's data
 * and pass no role check.
 */
export interface WorkspaceContext {
  readonly [minted]: true
  readonly workspaceId: string
  readonly userId: string | null
  readonly role: Role | 'visitor' | 'job'
  readonly action: Action | null
  /** Null for visitors and jobs. */
  readonly actor: Actor | null
  /** The payer's access, read when the caller was authorized to write; null for reads, visitors and jobs. */
  readonly access: Access | null
  /** Tags of the request's `If-Match`, which `requireMatch` checks; null without any. */
  readonly ifMatch: string | null
  /** For visitors, if there is a replica: the origin of what `readPublished` reads. */
  readonly readOrigin: ReadOrigin | null
  readonly services: WorkspaceServices
  readonly tx: Tx | null
}

/** Everything of a workspace that every answer needs, with the state of its content when the request came. */
export interface VisitedWorkspace {
  readonly name: string
  readonly subdomain: string
  readonly contentVersion: number
  readonly answerLevel: AnswerLevel
}

/** A visitor's context. */
export type VisitorContext = WorkspaceContext & VisitedWorkspace

export const isVisitorContext = (context: WorkspaceContext): context is VisitorContext => 'contentVersion' in context

/** The same inside an open transaction, bound to the workspace by row-level security. */
export type WorkspaceTransaction = WorkspaceContext & { readonly tx: Tx }

/** Runs `transactionWork` in one transaction; joins an open one, so that verbs of one feature compose with another's. */
export function inTransaction<T>(
  context: WorkspaceContext,
  transactionWork: (transaction: WorkspaceTransaction) => Promise<T>,
): Promise<T> {
  if (context.tx) return transactionWork(context as WorkspaceTransaction)
  const databaseScope = { workspaceId: context.workspaceId, userId: context.userId }
  return workspaceTransaction(context.services.db, databaseScope, (transaction) =>
    transactionWork({ ...context, tx: transaction }),
  )
}

/** The same for work that only reads: the database refuses writes, and the result is there before the end is. */
export function inReadTransaction<T>(
  context: WorkspaceContext,
  transactionWork: (transaction: WorkspaceTransaction) => Promise<T>,
): Promise<T> {
  if (context.tx) return transactionWork(context as WorkspaceTransaction)
  const databaseScope = { workspaceId: context.workspaceId, userId: context.userId }
  return workspaceTransaction(
    context.services.db,
    databaseScope,
    (transaction) => transactionWork({ ...context, tx: transaction }),
    'read',
  )
}

/**
 * The same for published content, which visitors read from the replica if there is one. Not for what the visitor has
 * just written, such as the question before.
 */
export function readPublished<T>(
  context: WorkspaceContext,
  transactionWork: (transaction: WorkspaceTransaction) => Promise<T>,
): Promise<T> {
  const { tx, services, workspaceId, userId, readOrigin } = context
  if (tx) return transactionWork(context as WorkspaceTransaction)
  const runWork = (transaction: Tx) => transactionWork({ ...context, tx: transaction })
  return workspaceTransaction(services.db, { workspaceId, userId }, runWork, 'read', readOrigin)
}

/** Runs the subscribers that belong to this transaction; nothing is sent to other nodes or browsers. */
export const emitWithin = (transaction: WorkspaceTransaction, workspaceEvent: WorkspaceEvent): Promise<void> =>
  transaction.services.events.emitWithin(transaction.tx, { ...workspaceEvent, workspace_id: transaction.workspaceId })

/** Notifies every node after this transaction has committed. */
export const emit = (transaction: WorkspaceTransaction, workspaceEvent: WorkspaceEvent): Promise<void> =>
  transaction.services.events.emit(transaction.tx, { ...workspaceEvent, workspace_id: transaction.workspaceId })
