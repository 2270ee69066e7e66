import { isId } from '../../../kernel/ids.ts'
import { useUrlParameters } from '../../../web/browser/use-url-parameters.ts'
import { SOURCE_KINDS, SOURCE_STATES, SOURCES_SEARCH_MAX, type SourceKind, type SourceState } from '../contract.ts'

export interface LedgerFilters {
  /** Text in the title or URL; '' for all. */
  q: string
  kind: SourceKind | null
  state: SourceState | null
  /** The id of a website whose pages alone are shown. */
  website: string | null
}

/** Filters of the ledger, kept in the URL. */
export function useLedgerFilters() {
  const { params, change, setParams } = useUrlParameters()
  const filters: LedgerFilters = {
    q: (params.get('q') ?? '').slice(0, SOURCES_SEARCH_MAX),
    kind: SOURCE_KINDS.find((kind) => kind === params.get('kind')) ?? null,
    website: isId(params.get('website') ?? '') ? params.get('website') : null,
    state: SOURCE_STATES.find((state) => state === params.get('state')) ?? null,
  }
  return {
    filters,
    filtered: Boolean(filters.q.trim() || filters.kind || filters.state || filters.website),
    setQ: (searchText: string) => change({ q: searchText }, true),
    setKind: (kind: SourceKind | null) => change({ kind }),
    setState: (state: SourceState | null) => change({ state }),
    setWebsite: (websiteId: string) => setParams({ website: websiteId }, { preventScrollReset: true }),
    clear: () => setParams({}, { preventScrollReset: true }),
  }
}
