/** Platform functions for decoding: TextDecoder and a detector of legacy encodings. */
export interface Decoding {
  /** Null where the encoding is unknown, or the bytes break its rules and `fatal` says that they may not. */
  decode: (encoding: string, bytes: Uint8Array, fatal: boolean) => string | null
  detect: (bytes: Uint8Array) => string | null
}

/** Number of bytes that the detector reads; UTF-8 is validated over the whole input. */
const SAMPLE = 64 * 1024

function utf16ByNulls(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 2048)
  let even = 0
  let odd = 0
  for (let index = 0; index < sample.length; index++) if (sample[index] === 0) index % 2 === 0 ? even++ : odd++
  if (odd > sample.length / 8 && odd > even * 4) return 'utf-16le'
  if (even > sample.length / 8 && even > odd * 4) return 'utf-16be'
  return null
}

/** Text of any encoding: by its mark, else as UTF-8 where it is that, else by what is likeliest. */
export function decodeText(bytes: Uint8Array, { decode, detect }: Decoding): string {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
  const wide = marked ?? utf16ByNulls(bytes)
  if (wide) return decode(wide, bytes, false) ?? ''
  const utf8 = decode('utf-8', bytes, true)
  if (utf8 !== null) return utf8
  const likely = detect(bytes.subarray(0, SAMPLE)) ?? 'windows-1252'
  return decode(likely, bytes, false) ?? decode('windows-1252', bytes, false) ?? ''
}
