import { isId } from '../../../../kernel/ids.ts'
import { useUrlParameters } from '../../../../web/browser/use-url-parameters.ts'
import { AUDIT_AREAS, type AuditArea } from '../../contract.ts'

export interface AuditFilters {
  area: AuditArea | 'all'
  /** A person's or a key's id. */
  actor: string
}

const parseArea = (areaName: string | null): AuditFilters['area'] =>
  areaName !== null && areaName in AUDIT_AREAS ? (areaName as AuditArea) : 'all'

/** Filters of the log, kept in the URL: `?log=team&by=…`. */
export function useAuditFilters(): [AuditFilters, (next: AuditFilters) => void] {
  const { params, change } = useUrlParameters()
  const setFilters = ({ area, actor }: AuditFilters) =>
    change({ log: area === 'all' ? null : area, by: actor === 'all' ? null : actor }, true)
  const actor = params.get('by') ?? ''
  return [{ area: parseArea(params.get('log')), actor: isId(actor) ? actor : 'all' }, setFilters]
}
