/**
 * Keeps the URL in step with the content, so that reload, copy and "Back" work.
 * @returns a function that sets the path and query; its first call passes those of the server-rendered page
 */
export function keepAddress(): (address: string, query: string) => void {
  let shown: { address: string; query: string } | undefined
  let search = location.search
  // The server renders every address, also those whose FAQs are not on this page. Anchors leave the query as it is.
  addEventListener('popstate', () => {
    if (location.search !== search) location.reload()
  })
  return (address, query) => {
    const before = shown
    shown = { address, query }
    if (!before || address === before.address) return
    // Correcting a search is not a step: one step back leaves it.
    const corrected = query && before.query && query !== before.query
    try {
      history[corrected ? 'replaceState' : 'pushState'](null, '', address)
    } catch {
      // Browsers refuse very many changes in a short time; the next one brings the address up to date.
    }
    search = location.search
  }
}
