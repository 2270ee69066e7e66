import type { ReadablePage, ReadDocument, ReadPage } from './read-result.ts'
import type { GreyPicture } from './scanned-picture.ts'

/** A request to a parser process; one at a time. */
export type ParserTask =
  | { kind: 'document'; name: string; bytes: Uint8Array; scans: boolean }
  | { kind: 'picture'; bytes: Uint8Array; page: number }
  | ({ kind: 'page' } & ReadablePage)

export type ParserResult = ReadDocument | ReadPage | GreyPicture | null
export type ParserAnswer = { ok: true; result: ParserResult } | { ok: false; reason: string }
