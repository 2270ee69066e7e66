/**
 * Leaves for a page that is none of ours, and is fulfilled when the person comes back to this one as it was left: a browser
 * may keep a page and show it again at the press of *Back*. What waits on it stays busy meanwhile.
 */
export function leaveFor(address: string): Promise<void> {
  const back = new Promise<void>((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true })
  })
  window.location.assign(address)
  return back
}
