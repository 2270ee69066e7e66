import { detect } from 'chardet'
import { type Decoding, decodeText as decodeWith } from '../../../../../kernel/decode-text.ts'
import type { ReadDocument } from '../read-result.ts'

const textDecoding: Decoding = {
  decode: (encoding, encodedBytes, fatal) => {
    try {
      return new TextDecoder(encoding, { fatal }).decode(encodedBytes)
    } catch {
      return null
    }
  },
  detect,
}

/** Text of any encoding. */
export const decodeText = (fileBytes: Uint8Array): string => decodeWith(fileBytes, textDecoding)

/** Lines end with a line feed; page feeds part paragraphs. */
export const normalizeLines = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replaceAll('\f', '\n\n').replaceAll('\u0000', '')

/** A text file. */
export const readTextFile = (fileBytes: Uint8Array): ReadDocument => ({
  title: null,
  text: normalizeLines(decodeText(fileBytes)),
  unit: null,
  scanned: [],
})
