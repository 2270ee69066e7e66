import { useSearchParams } from 'react-router'
import { isId } from '../../../../kernel/ids.ts'
import { AUDIT_AREAS, type AuditArea } from '../../contract.ts'

export interface AuditFilters {
  area: AuditArea | 'all'
  /** A person's or a key's id. */
  actor: string
}

const areaOf = (name: string | null): AuditFilters['area'] =>
  name !== null && name in AUDIT_AREAS ? (name as AuditArea) : 'all'

/** Filters of the log, kept in the URL: `?log=team&by=…`. */
export function useAuditFilters(): [AuditFilters, (next: AuditFilters) => void] {
  const [search, setSearch] = useSearchParams()
  const set = (next: AuditFilters) =>
    setSearch(
      (previous) => {
        for (const [name, value] of [
          ['log', next.area],
          ['by', next.actor],
        ] as const)
          if (value === 'all') previous.delete(name)
          else previous.set(name, value)
        return previous
      },
      { replace: true, preventScrollReset: true },
    )
  const actor = search.get('by') ?? ''
  return [{ area: areaOf(search.get('log')), actor: isId(actor) ? actor : 'all' }, set]
}
