import { AppError } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { type Actor, recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { CustomDomain } from '../contract.ts'
import { afterCheck, type Finding, findingOf, problemOf, proofRecord } from '../domain/domain-status.ts'
import {
  type DomainRow,
  type DomainServices,
  domainTaken,
  getDomain,
  isTaken,
  readDomain,
  toResponse,
  writeDomain,
} from './custom-domain.ts'

async function look({ dns }: DomainServices, domain: string, workspaceId: string): Promise<Finding> {
  const { name, value } = proofRecord(domain, workspaceId)
  try {
    return findingOf(await dns.txt(name), value)
  } catch (error) {
    if (error instanceof AppError && error.kind === 'unavailable') return 'unknown'
    throw error
  }
}

/**
 * Checks the DNS record of a workspace's domain and stores the result. Returns null when it has no domain, or has
 * changed it during the check. `actor`: the user who asked for the check; null for a scheduled one.
 */
export async function checkDomain(
  services: DomainServices,
  workspaceId: string,
  actor: Actor | null = null,
): Promise<DomainRow | null> {
  const { db } = services.workspaces
  const before = await systemTransaction(db, (transaction) => readDomain(transaction, workspaceId))
  const { domain } = before
  if (domain === null) return null
  const finding = await look(services, domain, workspaceId)
  return systemTransaction(db, async (transaction) => {
    const taken = await isTaken(transaction, domain, workspaceId)
    const row = await readDomain(transaction, workspaceId)
    if (row.domain !== domain) return null
    const now = new Date()
    const proved = finding === 'proved' && !taken
    const next = afterCheck(
      { status: row.status, since: row.since ?? now },
      proved ? 'proved' : finding === 'proved' ? 'absent' : finding,
      now,
    )
    const problem = finding === 'proved' && taken ? domainTaken().message : problemOf(finding, domain)
    const after: DomainRow = { ...row, ...next, problem, checkedAt: now }
    await writeDomain(services.workspaces, transaction, after)
    if (after.status !== row.status && (after.status === 'verified' || after.status === 'failed'))
      await recordAudit(
        { tx: transaction, workspaceId, actor, services: services.workspaces },
        { action: `domain.${after.status}`, subject: domain },
      )
    return after
  })
}

/** The owner looks now; without a domain there is nothing to look for. @throws conflict `domain.taken` */
export async function verifyDomain(services: DomainServices, context: WorkspaceContext): Promise<CustomDomain> {
  const row = await checkDomain(services, context.workspaceId, context.actor)
  if (!row) return getDomain(services, context)
  if (row.problem === domainTaken().message) throw domainTaken()
  return toResponse(row, services.appUrl)
}
