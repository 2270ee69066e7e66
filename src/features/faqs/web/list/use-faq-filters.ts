import { useNavigate } from 'react-router'
import { useUrlParameters } from '../../../../web/browser/use-url-parameters.ts'
import { CATEGORY_MAX, FAQ_STATUSES, type FaqStatus, SEARCH_MAX } from '../../contract.ts'
import { type FaqFilters, isFiltered } from '../../domain/filter-faqs.ts'
import { type FaqSort, readSort, writeSort } from '../../domain/sort-faqs.ts'

/** Filters, order and the FAQ a link points at, all kept in the address: it can be shared, and Back works. */
export function useFaqFilters() {
  // A link to one FAQ has done its work once the list changes under it.
  const { params, change, setParams } = useUrlParameters('faq')
  const navigate = useNavigate()
  const filters: FaqFilters = {
    q: (params.get('q') ?? '').slice(0, SEARCH_MAX),
    category: params.get('category')?.slice(0, CATEGORY_MAX) || null,
    status: FAQ_STATUSES.find((status) => status === params.get('status')) ?? null,
  }

  const initialStatus: FaqStatus | null = params.has('create')
    ? params.get('create') === 'published'
      ? 'published'
      : 'draft'
    : null
  return {
    filters,
    filtered: isFiltered(filters),
    sort: readSort(params.get('sort')),
    /** The id of the FAQ to open and scroll to. */
    linked: params.get('faq'),
    /** The status that the create dialog starts with, where the page was asked to open it. */
    create: initialStatus,
    /** The FAQ that is being edited, and whether on a full page: the address can be shared and reloaded. */
    edited: params.get('edit'),
    isFullPage: params.has('full'),
    edit: (id: string | null) => change({ edit: id, full: null }),
    /** Returns to the inbox as it was, where the FAQ was opened from a question. */
    closeEdited: () => {
      const inbox = params.get('inbox')
      if (inbox) void navigate({ pathname: '/messages', search: inbox }, { replace: true })
      else change({ edit: null, full: null })
    },
    setFullPage: (isFullPage: boolean) => change({ full: isFullPage ? '1' : null }, true),
    setQ: (query: string) => change({ q: query.slice(0, SEARCH_MAX) }, true),
    setCategory: (category: string | null) => change({ category }, false),
    setStatus: (status: FaqStatus | null) => change({ status }, false),
    setSort: (sort: FaqSort) => change({ sort: writeSort(sort) }, true),
    clear: () => change({ q: null, category: null, status: null }, false),
    /** The order in which visitors see them, all of them: where rows can be moved. */
    showDefault: () => change({ q: null, category: null, status: null, sort: null }, false),
    createSeen: () => change({ create: null }, true),
    /** Shows one FAQ regardless of filters. */
    showFaq: (id: string) => setParams({ faq: id }),
  }
}
