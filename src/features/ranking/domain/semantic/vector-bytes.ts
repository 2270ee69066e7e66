const BYTE_SCALE = 127

/** The vector in 8 bits a number. Its length is lost and its direction kept, to about half a degree. */
export function quantize(floatVector: ArrayLike<number>): Int8Array {
  let largestComponent = 0
  for (let componentIndex = 0; componentIndex < floatVector.length; componentIndex++)
    largestComponent = Math.max(largestComponent, Math.abs(floatVector[componentIndex]!))
  const scaleFactor = largestComponent > 0 ? BYTE_SCALE / largestComponent : 0
  return Int8Array.from(floatVector, (component) => Math.round(component * scaleFactor))
}

/** Several vectors of one length, one after another. */
export function packVectors(floatVectors: readonly ArrayLike<number>[]): Uint8Array {
  const vectorLength = floatVectors[0]?.length ?? 0
  const packedVectors = new Int8Array(floatVectors.length * vectorLength)
  for (const [index, vector] of floatVectors.entries()) packedVectors.set(quantize(vector), index * vectorLength)
  return new Uint8Array(packedVectors.buffer)
}
