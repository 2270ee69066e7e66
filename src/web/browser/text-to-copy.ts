let text: string | null = null
const listeners = new Set<() => void>()

function set(value: string | null): void {
  text = value
  for (const listener of listeners) listener()
}

/** The text that could not be copied, for the person to copy; null while there is none. */
export const textToCopy = (): string | null => text

export const offerText = (uncopied: string): void => set(uncopied)

export const withdrawText = (): void => set(null)

export function onTextToCopy(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
