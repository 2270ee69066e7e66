import { detect } from 'chardet'
import { type Decoding, decodeText as decodeWith } from '../../../../kernel/decode-text.ts'
import type { ReadDocument } from './read-result.ts'

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

/** A text or Markdown file. In plain text a `#` at a line's beginning is a sign like any other. */
export function readTextFile(name: string, bytes: Uint8Array): ReadDocument {
  const text = decodeText(bytes).replace(/\r\n?/g, '\n').replaceAll('\f', '\n\n').replaceAll('\u0000', '')
  const markdown = /\.(md|markdown)$/i.test(name)
  const title = markdown ? (/^#\s+(.+?)\s*#*$/m.exec(text)?.[1] ?? null) : null
  return { title, text: markdown ? withoutFrontMatter(text) : text, unit: null, scanned: [] }
}

const withoutFrontMatter = (text: string): string => text.replace(/^---\n[\s\S]{0,10000}?\n---\n/, '')
