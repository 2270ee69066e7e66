/**
 * Moves the focus to an element once no confirmation dialog is open: after a row was deleted, its button no longer
 * exists. Gives up when the dialog stays open.
 * @param findElement called late, so that it sees the updated page
 */
export function focusWhenClosed(findElement: () => HTMLElement | null, framesLeft = 120): void {
  requestAnimationFrame(() => {
    if (document.querySelector('[role=alertdialog]') === null) findElement()?.focus()
    else if (framesLeft > 0) focusWhenClosed(findElement, framesLeft - 1)
  })
}
