/**
 * Moves the focus to an element once no confirmation stands in the way: after a row was deleted, the button that asked
 * is gone, and the keyboard goes on from here. Gives up when the confirmation stays.
 * @param find is asked late, so that it sees what the page has become
 */
export function focusWhenClosed(find: () => HTMLElement | null, framesLeft = 120): void {
  requestAnimationFrame(() => {
    if (document.querySelector('[role=alertdialog]') === null) find()?.focus()
    else if (framesLeft > 0) focusWhenClosed(find, framesLeft - 1)
  })
}
