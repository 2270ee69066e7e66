import { detect } from 'chardet'
import { type Decoding, decodeText as decodeWith } from '../../../../../kernel/decode-text.ts'
import type { ReadDocument } from '../read-result.ts'

const decoding: Decoding = {
  decode: (encoding, bytes, fatal) => {
    try {
      return new TextDecoder(encoding, { fatal }).decode(bytes)
    } catch {
      return null
    }
  },
  detect,
}

/** Text of any encoding. */
export const decodeText = (bytes: Uint8Array): string => decodeWith(bytes, decoding)

/** Lines end with a line feed; page feeds part paragraphs. */
export const normalizeLines = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replaceAll('\f', '\n\n').replaceAll('\u0000', '')

/** A text file. */
export const readTextFile = (bytes: Uint8Array): ReadDocument => ({
  title: null,
  text: normalizeLines(decodeText(bytes)),
  unit: null,
  scanned: [],
})
