/** `/` puts the cursor into the search box, unless something is being typed elsewhere. */
export function focusSearchOnKey(): void {
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest('input,textarea,select,[contenteditable]')) return
    const input = document.querySelector<HTMLInputElement>('input[type=search]')
    if (!input) return
    event.preventDefault()
    input.focus()
  })
}
