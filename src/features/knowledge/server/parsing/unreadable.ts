/** Why a file or page could not be read, in a sentence that its owner understands. */
export class Unreadable extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Unreadable'
  }
}

export const DAMAGED = 'The file is damaged and could not be read.'
export const NO_TEXT = 'No text was found in it.'
export const PROTECTED = 'The file is protected by a password. Remove the password and upload it again.'
export const UNFOLDS = 'The archive is too large once unpacked.'
export const SCANNED = 'No text was found: the pages are scanned images. Upload a version with text.'
