/** Writes ONNX models: only the parts of the format (github.com/onnx/onnx, `onnx.proto`) that the encoder's graph uses. */

const FLOAT = 1
const INT64 = 7
const IR_VERSION = 8
const OPERATOR_SET = 17

type Bytes = Uint8Array
type Attribute = number | readonly number[]

function concat(parts: readonly Bytes[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

/** Protocol buffers' variable-length integer; negative numbers take ten bytes. */
function varint(value: number): Bytes {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  do {
    const low = Number(rest & 127n)
    rest >>= 7n
    bytes.push(rest > 0n ? low | 128 : low)
  } while (rest > 0n)
  return Uint8Array.from(bytes)
}

const integer = (field: number, value: number): Bytes => concat([varint(field << 3), varint(value)])
const bytes = (field: number, value: Bytes): Bytes => concat([varint((field << 3) | 2), varint(value.length), value])
const text = (field: number, value: string): Bytes => bytes(field, new TextEncoder().encode(value))
const message = (field: number, parts: readonly Bytes[]): Bytes => bytes(field, concat(parts))
const float = (field: number, value: number): Bytes =>
  concat([varint((field << 3) | 5), new Uint8Array(Float32Array.of(value).buffer)])

function attribute(name: string, value: Attribute): Bytes {
  const kind = (code: number) => integer(20, code)
  if (typeof value !== 'number') {
    return message(5, [text(1, name), ...value.map((element) => integer(8, element)), kind(7)])
  }
  const isInteger = Number.isInteger(value)
  return message(5, [text(1, name), isInteger ? integer(3, value) : float(2, value), kind(isInteger ? 2 : 1)])
}

/** A tensor's declared shape; a name is used for a length that differs between runs. */
type Shape = readonly (number | string)[]

function declaration(field: number, name: string, elementType: number, shape: Shape): Bytes {
  const sizes = shape.map((size) => message(1, [typeof size === 'string' ? text(2, size) : integer(1, size)]))
  return message(field, [text(1, name), message(2, [message(1, [integer(1, elementType), message(2, sizes)])])])
}

/** Builds a graph step by step; each method returns the name of the tensor that it adds. */
export class OnnxGraph {
  readonly #parts: Bytes[] = []
  #tensors = 0

  #nextName(): string {
    return `tensor_${this.#tensors++}`
  }

  input(name: string, type: 'float' | 'int64', shape: Shape): string {
    this.#parts.push(declaration(11, name, type === 'float' ? FLOAT : INT64, shape))
    return name
  }

  #constant(elementType: number, shape: readonly number[], data: Float32Array | BigInt64Array): string {
    const name = this.#nextName()
    const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    const sizes = shape.map((size) => integer(1, size))
    this.#parts.push(message(5, [...sizes, integer(2, elementType), text(8, name), bytes(9, raw)]))
    return name
  }

  floats(shape: readonly number[], data: Float32Array): string {
    return this.#constant(FLOAT, shape, data)
  }

  integers(...values: number[]): string {
    return this.#constant(INT64, [values.length], BigInt64Array.from(values.map(BigInt)))
  }

  index(value: number): string {
    return this.#constant(INT64, [], BigInt64Array.of(BigInt(value)))
  }

  /** Adds an operator of the ONNX standard set. Numbers with a fraction are float attributes, others are integers. */
  add(operator: string, inputs: readonly string[], attributes: Readonly<Record<string, Attribute>> = {}): string {
    const name = this.#nextName()
    const entries = Object.entries(attributes).map(([key, value]) => attribute(key, value))
    this.#parts.push(
      message(1, [...inputs.map((input) => text(1, input)), text(2, name), text(4, operator), ...entries]),
    )
    return name
  }

  /** Returns the model as bytes, with one output of floats. */
  model(output: string, shape: Shape): Uint8Array {
    const graph = [...this.#parts, text(2, 'graph'), declaration(12, output, FLOAT, shape)]
    return concat([integer(1, IR_VERSION), message(7, graph), message(8, [text(1, ''), integer(2, OPERATOR_SET)])])
  }
}
