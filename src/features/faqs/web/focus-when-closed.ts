/**
 * Moves the focus to an element once no confirmation dialog is open: after a row was deleted, its button no longer
 * exists. Gives up when the dialog stays open.
 * @param find called late, so that it sees the updated page
 */
export function focusWhenClosed(find: () => HTMLElement | null, framesLeft = 120): void {
  requestAnimationFrame(() => {
    if (document.querySelector('[role=alertdialog]') === null) find()?.focus()
    else if (framesLeft > 0) focusWhenClosed(find, framesLeft - 1)
  })
}
