import { DOCUMENT_MAX_BYTES, DOCUMENT_REFUSED, DOCUMENT_TYPES } from '../../contract.ts'

/** For a file picker's `accept`. */
export const ACCEPTED_FILES = DOCUMENT_TYPES.map((extension) => `.${extension}`).join(',')

const isAcceptedFile = (fileName: string): boolean =>
  DOCUMENT_TYPES.some((extension) => fileName.toLowerCase().endsWith(`.${extension}`))

/** Returns why a file cannot be uploaded as far as the browser can check; null when it can. */
export function fileProblem({ name, size }: File): string | null {
  if (!isAcceptedFile(name)) return DOCUMENT_REFUSED.type
  if (size > DOCUMENT_MAX_BYTES) return DOCUMENT_REFUSED.size
  return size === 0 ? DOCUMENT_REFUSED.empty : null
}
