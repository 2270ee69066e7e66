import { detect } from 'chardet'
import type { ReadDocument } from './read-result.ts'

/** How much is looked at to tell the encoding; UTF-8 is told by all of it. */
const SAMPLE = 64 * 1024

function utf16ByNulls(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 2048)
  let even = 0
  let odd = 0
  for (let i = 0; i < sample.length; i++) if (sample[i] === 0) i % 2 === 0 ? even++ : odd++
  if (odd > sample.length / 8 && odd > even * 4) return 'utf-16le'
  if (even > sample.length / 8 && even > odd * 4) return 'utf-16be'
  return null
}

function decodeAs(encoding: string, bytes: Uint8Array, fatal = false): string | null {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes)
  } catch {
    return null
  }
}

/** Text of any encoding: by its mark, else as UTF-8 where it is that, else by what is likeliest. */
export function decodeText(bytes: Uint8Array): string {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
  const wide = marked ?? utf16ByNulls(bytes)
  if (wide) return decodeAs(wide, bytes) ?? ''
  const utf8 = decodeAs('utf-8', bytes, true)
  if (utf8 !== null) return utf8
  const likely = detect(bytes.subarray(0, SAMPLE)) ?? 'windows-1252'
  return decodeAs(likely, bytes) ?? decodeAs('windows-1252', bytes) ?? ''
}

/** A text or Markdown file. In plain text a `#` at a line's beginning is a sign like any other. */
export function readTextFile(name: string, bytes: Uint8Array): ReadDocument {
  const text = decodeText(bytes).replace(/\r\n?/g, '\n').replaceAll('\f', '\n\n').replaceAll('\u0000', '')
  const markdown = /\.(md|markdown)$/i.test(name)
  const title = markdown ? (/^#\s+(.+?)\s*#*$/m.exec(text)?.[1] ?? null) : null
  return { title, text: markdown ? withoutFrontMatter(text) : text, unit: null }
}

const withoutFrontMatter = (text: string): string => text.replace(/^---\n[\s\S]{0,10000}?\n---\n/, '')
