import { useSearchParams } from 'react-router'
import { SOURCE_KINDS, SOURCE_STATES, type SourceKind, type SourceState } from '../contract.ts'

export interface LedgerFilters {
  kind: SourceKind | null
  state: SourceState | null
}

/** What the ledger is filtered by, kept in the address. */
export function useLedgerFilters() {
  const [params, setParams] = useSearchParams()
  const filters: LedgerFilters = {
    kind: SOURCE_KINDS.find((kind) => kind === params.get('kind')) ?? null,
    state: SOURCE_STATES.find((state) => state === params.get('state')) ?? null,
  }
  const change = (name: string, value: string | null) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { preventScrollReset: true },
    )
  return {
    filters,
    filtered: Boolean(filters.kind || filters.state),
    setKind: (kind: SourceKind | null) => change('kind', kind),
    setState: (state: SourceState | null) => change('state', state),
    clear: () => setParams({}, { preventScrollReset: true }),
  }
}
