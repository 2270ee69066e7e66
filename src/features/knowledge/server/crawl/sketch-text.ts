/** A sketch as it is kept in a row; null where there is none. */
export const packSketch = (sketch: Uint32Array): string | null =>
  sketch.length === 0 ? null : Buffer.from(sketch.buffer, sketch.byteOffset, sketch.byteLength).toString('base64')

export function unpackSketch(packedSketch: string | null): Uint32Array {
  const sketchBytes = Buffer.from(packedSketch ?? '', 'base64')
  return Uint32Array.from({ length: sketchBytes.length >> 2 }, (_, valueIndex) =>
    sketchBytes.readUInt32LE(valueIndex * 4),
  )
}
