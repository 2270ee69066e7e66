/** A sketch as it is kept in a row; null where there is none. */
export const packSketch = (sketch: Uint32Array): string | null =>
  sketch.length === 0 ? null : Buffer.from(sketch.buffer, sketch.byteOffset, sketch.byteLength).toString('base64')

export function unpackSketch(text: string | null): Uint32Array {
  const bytes = Buffer.from(text ?? '', 'base64')
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readUInt32LE(index * 4))
}
