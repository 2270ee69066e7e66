import { useSearchParams } from 'react-router'
import { isId } from '../../../kernel/ids.ts'
import { SOURCE_KINDS, SOURCE_STATES, type SourceKind, type SourceState } from '../contract.ts'

export interface LedgerFilters {
  kind: SourceKind | null
  state: SourceState | null
  /** The id of a website whose pages alone are shown. */
  website: string | null
}

/** What the ledger is filtered by, kept in the address. */
export function useLedgerFilters() {
  const [params, setParams] = useSearchParams()
  const filters: LedgerFilters = {
    kind: SOURCE_KINDS.find((kind) => kind === params.get('kind')) ?? null,
    website: isId(params.get('website') ?? '') ? params.get('website') : null,
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
    filtered: Boolean(filters.kind || filters.state || filters.website),
    setKind: (kind: SourceKind | null) => change('kind', kind),
    setState: (state: SourceState | null) => change('state', state),
    setWebsite: (id: string) => setParams({ website: id }, { preventScrollReset: true }),
    clear: () => setParams({}, { preventScrollReset: true }),
  }
}
