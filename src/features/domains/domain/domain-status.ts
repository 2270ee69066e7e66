import type { CustomDomainStatus } from '../contract.ts'

/** Result of a DNS check. */
export type DnsFinding = 'proved' | 'absent' | 'unknown'

export interface DomainState {
  status: CustomDomainStatus
  /** When the domain was named, or last proved. */
  since: Date
}

/** Name servers take up to two days to agree; a record may also be lost and put back. */
const GRACE_PERIOD_MS = 72 * 60 * 60_000

/**
 * The state after a look. A record that is missing has three days to appear, or to come back; name servers that don't
 * answer prove nothing either way.
 */
export function stateAfterCheck({ status, since }: DomainState, finding: DnsFinding, now: Date): DomainState {
  if (finding === 'proved') return { status: 'verified', since: now }
  const isWithinGrace = finding === 'unknown' || now.getTime() - since.getTime() < GRACE_PERIOD_MS
  return { status: isWithinGrace ? status : 'failed', since }
}

/** The TXT record that proves the domain owner's consent. */
export const proofRecord = (domain: string, workspaceId: string): { name: string; value: string } => ({
  name: `_answerloom.${domain}`,
  value: `answerloom-verification=${workspaceId}`,
})

export function findingFromRecords(records: readonly string[], expectedValue: string): DnsFinding {
  return records.some((record) => record.trim() === expectedValue) ? 'proved' : 'absent'
}

/** Returns the message for the owner, or null when nothing is wrong. */
export function problemMessage(finding: DnsFinding, domain: string): string | null {
  if (finding === 'proved') return null
  return finding === 'absent'
    ? `The TXT record for ${domain} was not found yet. New records can take some hours to appear.`
    : `The name servers of ${domain} did not answer. The check is repeated automatically.`
}
