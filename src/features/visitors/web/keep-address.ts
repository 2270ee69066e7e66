/**
 * Keeps the address bar in step with what the page shows, so that a reload, a copied address and "Back" show it again.
 * @returns takes the address of what is shown from now on, and its query; the first call tells what the server rendered
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
