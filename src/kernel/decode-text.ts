/** Platform functions for decoding: TextDecoder and a detector of legacy encodings. */
export interface Decoding {
  /** Null where the encoding is unknown, or the bytes break its rules and `fatal` says that they may not. */
  decode: (encoding: string, bytes: Uint8Array, fatal: boolean) => string | null
  detect: (bytes: Uint8Array) => string | null
}

/** Number of bytes that the detector reads; UTF-8 is validated over the whole input. */
const SAMPLE_BYTES = 64 * 1024

function utf16ByNulls(textBytes: Uint8Array): string | null {
  const sampledBytes = textBytes.subarray(0, 2048)
  let nullsAtEven = 0
  let nullsAtOdd = 0
  for (let byteIndex = 0; byteIndex < sampledBytes.length; byteIndex++)
    if (sampledBytes[byteIndex] === 0) byteIndex % 2 === 0 ? nullsAtEven++ : nullsAtOdd++
  if (nullsAtOdd > sampledBytes.length / 8 && nullsAtOdd > nullsAtEven * 4) return 'utf-16le'
  if (nullsAtEven > sampledBytes.length / 8 && nullsAtEven > nullsAtOdd * 4) return 'utf-16be'
  return null
}

/** Text of any encoding: by its mark, else as UTF-8 where it is that, else by what is likeliest. */
export function decodeText(textBytes: Uint8Array, { decode, detect }: Decoding): string {
  const markedEncoding =
    textBytes[0] === 0xff && textBytes[1] === 0xfe
      ? 'utf-16le'
      : textBytes[0] === 0xfe && textBytes[1] === 0xff
        ? 'utf-16be'
        : null
  const wideEncoding = markedEncoding ?? utf16ByNulls(textBytes)
  if (wideEncoding) return decode(wideEncoding, textBytes, false) ?? ''
  const utf8Text = decode('utf-8', textBytes, true)
  if (utf8Text !== null) return utf8Text
  const detectedEncoding = detect(textBytes.subarray(0, SAMPLE_BYTES)) ?? 'windows-1252'
  return decode(detectedEncoding, textBytes, false) ?? decode('windows-1252', textBytes, false) ?? ''
}
