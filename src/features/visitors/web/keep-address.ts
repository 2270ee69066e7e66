/**
 * Keeps the URL in step with the content, so that reload, copy and "Back" work.
 * @returns a function that sets the path and query; its first call passes those of the server-rendered page
 */
export function keepAddress(): (address: string, query: string) => void {
  let shownAddress: { address: string; query: string } | undefined
  let currentSearch = location.search
  // The server renders every address, also those whose FAQs are not on this page. Anchors leave the query as it is.
  addEventListener('popstate', () => {
    if (location.search !== currentSearch) location.reload()
  })
  return (address, query) => {
    const previousAddress = shownAddress
    shownAddress = { address, query }
    if (!previousAddress || address === previousAddress.address) return
    // Correcting a search is not a step: one step back leaves it.
    const isCorrection = query && previousAddress.query && query !== previousAddress.query
    try {
      history[isCorrection ? 'replaceState' : 'pushState'](null, '', address)
    } catch {
      // Browsers refuse very many changes in a short time; the next one brings the address up to date.
    }
    currentSearch = location.search
  }
}
