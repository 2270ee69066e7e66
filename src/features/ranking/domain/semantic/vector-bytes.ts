const SCALE = 127

/** The vector in 8 bits a number. Its length is lost and its direction kept, to about half a degree. */
export function quantize(vector: ArrayLike<number>): Int8Array {
  let largest = 0
  for (let index = 0; index < vector.length; index++) largest = Math.max(largest, Math.abs(vector[index]!))
  const factor = largest > 0 ? SCALE / largest : 0
  return Int8Array.from(vector, (value) => Math.round(value * factor))
}

/** Several vectors of one length, one after another. */
export function packVectors(vectors: readonly ArrayLike<number>[]): Uint8Array {
  const length = vectors[0]?.length ?? 0
  const packed = new Int8Array(vectors.length * length)
  for (const [index, vector] of vectors.entries()) packed.set(quantize(vector), index * length)
  return new Uint8Array(packed.buffer)
}
