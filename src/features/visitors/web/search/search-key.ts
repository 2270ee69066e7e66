/** `/` puts the cursor into the search box, unless something is being typed elsewhere. */
export function focusSearchOnKey(): void {
  addEventListener('keydown', (keyEvent) => {
    if (keyEvent.key !== '/' || keyEvent.ctrlKey || keyEvent.metaKey || keyEvent.altKey) return
    if (keyEvent.target instanceof Element && keyEvent.target.closest('input,textarea,select,[contenteditable]')) return
    const searchInput = document.querySelector<HTMLInputElement>('input[type=search]')
    if (!searchInput) return
    keyEvent.preventDefault()
    searchInput.focus()
  })
}
