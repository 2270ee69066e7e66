import { AppError } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { type Actor, recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { CustomDomain } from '../contract.ts'
import {
  type DnsFinding,
  findingFromRecords,
  problemMessage,
  proofRecord,
  stateAfterCheck,
} from '../domain/domain-status.ts'
import {
  type DomainRow,
  type DomainServices,
  domainTaken,
  getDomain,
  isDomainTaken,
  readDomain,
  toCustomDomain,
  writeDomain,
} from './custom-domain.ts'

async function lookUpRecord({ dns }: DomainServices, domain: string, workspaceId: string): Promise<DnsFinding> {
  const { name, value } = proofRecord(domain, workspaceId)
  try {
    return findingFromRecords(await dns.txt(name), value)
  } catch (lookupError) {
    if (lookupError instanceof AppError && lookupError.kind === 'unavailable') return 'unknown'
    throw lookupError
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
  const storedDomain = await systemTransaction(db, (transaction) => readDomain(transaction, workspaceId))
  const { domain } = storedDomain
  if (domain === null) return null
  const finding = await lookUpRecord(services, domain, workspaceId)
  return systemTransaction(db, async (transaction) => {
    const isTakenByOther = await isDomainTaken(transaction, domain, workspaceId)
    const currentDomain = await readDomain(transaction, workspaceId)
    if (currentDomain.domain !== domain) return null
    const checkTime = new Date()
    const isProved = finding === 'proved' && !isTakenByOther
    const nextState = stateAfterCheck(
      { status: currentDomain.status, since: currentDomain.since ?? checkTime },
      isProved ? 'proved' : finding === 'proved' ? 'absent' : finding,
      checkTime,
    )
    const problem = finding === 'proved' && isTakenByOther ? domainTaken().message : problemMessage(finding, domain)
    const updatedDomain: DomainRow = { ...currentDomain, ...nextState, problem, checkedAt: checkTime }
    await writeDomain(services.workspaces, transaction, updatedDomain)
    if (
      updatedDomain.status !== currentDomain.status &&
      (updatedDomain.status === 'verified' || updatedDomain.status === 'failed')
    )
      await recordAudit(
        { tx: transaction, workspaceId, actor, services: services.workspaces },
        { action: `domain.${updatedDomain.status}`, subject: domain },
      )
    return updatedDomain
  })
}

/** The owner looks now; without a domain there is nothing to look for. @throws conflict `domain.taken` */
export async function verifyDomain(services: DomainServices, context: WorkspaceContext): Promise<CustomDomain> {
  const checkedDomain = await checkDomain(services, context.workspaceId, context.actor)
  if (!checkedDomain) return getDomain(services, context)
  if (checkedDomain.problem === domainTaken().message) throw domainTaken()
  return toCustomDomain(checkedDomain, services.appUrl)
}
