import type { PixelImage } from './formats/pdf-images.ts'
import type { ReadablePage, ReadDocument, ReadPage } from './read-result.ts'
import type { GrayImage } from './scanned-image.ts'

/** A request to a parser process; one at a time. */
export type ParserTask =
  | { kind: 'document'; name: string; bytes: Uint8Array; scans: boolean; images: boolean }
  | { kind: 'scannedImage'; bytes: Uint8Array; page: number }
  | { kind: 'images'; bytes: Uint8Array }
  | ({ kind: 'page' } & ReadablePage)

export type ParserResult = ReadDocument | ReadPage | GrayImage | PixelImage[] | null
export type ParserAnswer = { ok: true; result: ParserResult } | { ok: false; reason: string }
