import type { ReadDocument, ReadPage } from './read-result.ts'

/** What a parser process is asked, one thing at a time. */
export type ParserTask =
  | { kind: 'document'; name: string; bytes: Uint8Array }
  | { kind: 'page'; bytes: Uint8Array; contentType: string | null }

export type ParserAnswer = { ok: true; result: ReadDocument | ReadPage } | { ok: false; reason: string }
