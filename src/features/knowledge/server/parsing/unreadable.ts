/** Why a file or page could not be read, in a sentence that its owner understands. */
export class Unreadable extends Error {
  /** True where a time limit ended it: a machine that is less busy may read it. */
  readonly isTimeout: boolean
  constructor(reason: string, { isTimeout = false }: { isTimeout?: boolean } = {}) {
    super(reason)
    this.name = 'Unreadable'
    this.isTimeout = isTimeout
  }
}

export const DAMAGED = 'The file is damaged and could not be read.'
export const NO_TEXT = 'No text was found in it.'
export const PROTECTED = 'The file is protected by a password. Remove the password and upload it again.'
export const UNFOLDS = 'The archive is too large once unpacked.'
export const SCANNED = 'No text was found: the pages are scanned images. Upload a version with text.'
