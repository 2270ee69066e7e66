/** Writes ONNX models: only the parts of the format (github.com/onnx/onnx, `onnx.proto`) that the encoder's graph uses. */

const FLOAT_TYPE = 1
const INT64_TYPE = 7
const IR_VERSION = 8
const OPERATOR_SET = 17

type EncodedBytes = Uint8Array
type Attribute = number | readonly number[]

function concatBytes(encodedParts: readonly EncodedBytes[]): EncodedBytes {
  const joinedBytes = new Uint8Array(
    encodedParts.reduce((totalLength, encodedPart) => totalLength + encodedPart.length, 0),
  )
  let byteOffset = 0
  for (const encodedPart of encodedParts) {
    joinedBytes.set(encodedPart, byteOffset)
    byteOffset += encodedPart.length
  }
  return joinedBytes
}

/** Protocol buffers' variable-length integer; negative numbers take ten bytes. */
function encodeVarint(fieldValue: number): EncodedBytes {
  const varintBytes: number[] = []
  let remainingBits = BigInt.asUintN(64, BigInt(fieldValue))
  do {
    const lowBits = Number(remainingBits & 127n)
    remainingBits >>= 7n
    varintBytes.push(remainingBits > 0n ? lowBits | 128 : lowBits)
  } while (remainingBits > 0n)
  return Uint8Array.from(varintBytes)
}

const encodeInteger = (fieldNumber: number, fieldValue: number): EncodedBytes =>
  concatBytes([encodeVarint(fieldNumber << 3), encodeVarint(fieldValue)])
const encodeBytes = (fieldNumber: number, fieldValue: EncodedBytes): EncodedBytes =>
  concatBytes([encodeVarint((fieldNumber << 3) | 2), encodeVarint(fieldValue.length), fieldValue])
const encodeText = (fieldNumber: number, fieldValue: string): EncodedBytes =>
  encodeBytes(fieldNumber, new TextEncoder().encode(fieldValue))
const encodeMessage = (fieldNumber: number, encodedParts: readonly EncodedBytes[]): EncodedBytes =>
  encodeBytes(fieldNumber, concatBytes(encodedParts))
const encodeFloat = (fieldNumber: number, fieldValue: number): EncodedBytes =>
  concatBytes([encodeVarint((fieldNumber << 3) | 5), new Uint8Array(Float32Array.of(fieldValue).buffer)])

function attribute(valueName: string, fieldValue: Attribute): EncodedBytes {
  const attributeKind = (kindCode: number) => encodeInteger(20, kindCode)
  if (typeof fieldValue !== 'number') {
    return encodeMessage(5, [
      encodeText(1, valueName),
      ...fieldValue.map((listElement) => encodeInteger(8, listElement)),
      attributeKind(7),
    ])
  }
  const isInteger = Number.isInteger(fieldValue)
  return encodeMessage(5, [
    encodeText(1, valueName),
    isInteger ? encodeInteger(3, fieldValue) : encodeFloat(2, fieldValue),
    attributeKind(isInteger ? 2 : 1),
  ])
}

/** A tensor's declared shape; a name is used for a length that differs between runs. */
type TensorShape = readonly (number | string)[]

function declaration(
  fieldNumber: number,
  valueName: string,
  elementType: number,
  tensorShape: TensorShape,
): EncodedBytes {
  const encodedSizes = tensorShape.map((dimensionSize) =>
    encodeMessage(1, [
      typeof dimensionSize === 'string' ? encodeText(2, dimensionSize) : encodeInteger(1, dimensionSize),
    ]),
  )
  return encodeMessage(fieldNumber, [
    encodeText(1, valueName),
    encodeMessage(2, [encodeMessage(1, [encodeInteger(1, elementType), encodeMessage(2, encodedSizes)])]),
  ])
}

/** Builds a graph step by step; each method returns the name of the tensor that it adds. */
export class OnnxGraph {
  readonly #parts: EncodedBytes[] = []
  #tensors = 0

  #nextName(): string {
    return `tensor_${this.#tensors++}`
  }

  input(valueName: string, elementType: 'float' | 'int64', tensorShape: TensorShape): string {
    this.#parts.push(declaration(11, valueName, elementType === 'float' ? FLOAT_TYPE : INT64_TYPE, tensorShape))
    return valueName
  }

  #constant(elementType: number, tensorShape: readonly number[], tensorData: Float32Array | BigInt64Array): string {
    const valueName = this.#nextName()
    const rawBytes = new Uint8Array(tensorData.buffer, tensorData.byteOffset, tensorData.byteLength)
    const encodedSizes = tensorShape.map((dimensionSize) => encodeInteger(1, dimensionSize))
    this.#parts.push(
      encodeMessage(5, [
        ...encodedSizes,
        encodeInteger(2, elementType),
        encodeText(8, valueName),
        encodeBytes(9, rawBytes),
      ]),
    )
    return valueName
  }

  floats(tensorShape: readonly number[], tensorData: Float32Array): string {
    return this.#constant(FLOAT_TYPE, tensorShape, tensorData)
  }

  integers(...integerValues: number[]): string {
    return this.#constant(INT64_TYPE, [integerValues.length], BigInt64Array.from(integerValues.map(BigInt)))
  }

  index(fieldValue: number): string {
    return this.#constant(INT64_TYPE, [], BigInt64Array.of(BigInt(fieldValue)))
  }

  /** Adds an operator of the ONNX standard set. Numbers with a fraction are float attributes, others are integers. */
  add(operator: string, inputNames: readonly string[], attributes: Readonly<Record<string, Attribute>> = {}): string {
    const valueName = this.#nextName()
    const encodedAttributes = Object.entries(attributes).map(([key, value]) => attribute(key, value))
    this.#parts.push(
      encodeMessage(1, [
        ...inputNames.map((inputName) => encodeText(1, inputName)),
        encodeText(2, valueName),
        encodeText(4, operator),
        ...encodedAttributes,
      ]),
    )
    return valueName
  }

  /** Returns the model as bytes, with one output of floats. */
  model(outputName: string, tensorShape: TensorShape): Uint8Array {
    const encodedGraph = [...this.#parts, encodeText(2, 'graph'), declaration(12, outputName, FLOAT_TYPE, tensorShape)]
    return concatBytes([
      encodeInteger(1, IR_VERSION),
      encodeMessage(7, encodedGraph),
      encodeMessage(8, [encodeText(1, ''), encodeInteger(2, OPERATOR_SET)]),
    ])
  }
}
