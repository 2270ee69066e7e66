/**
 * Navigates to a page outside of the dashboard. Resolves when the user returns by the back button and the browser
 * restores this page, so that a busy button becomes usable again.
 */
export function openExternalPage(pageUrl: string): Promise<void> {
  const returnedToPage = new Promise<void>((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true })
  })
  window.location.assign(pageUrl)
  return returnedToPage
}
