let pendingText: string | null = null
const listeners = new Set<() => void>()

function setPendingText(nextText: string | null): void {
  pendingText = nextText
  for (const listener of listeners) listener()
}

/** The text that could not be copied, for the person to copy; null while there is none. */
export const textToCopy = (): string | null => pendingText

export const offerText = (uncopiedText: string): void => setPendingText(uncopiedText)

export const withdrawText = (): void => setPendingText(null)

export function onTextToCopy(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
