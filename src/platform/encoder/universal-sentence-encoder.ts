import { OnnxGraph } from './onnx-model.ts'

/** A tensor of the published weights. */
export interface Weight {
  shape: readonly number[]
  data: Float32Array
}

/** Tokens after these are not read. */
export const MAX_TOKENS = 128
export const VECTOR_LENGTH = 512

const HEADS = 4
const POSITION_LENGTH = 256
const LAYERS = [
  { width: 256, headWidth: 64 },
  { width: VECTOR_LENGTH, headWidth: 128 },
]
const LAYER_NORM_EPSILON = 1e-6

const FOLDED = 'module_apply_default/Encoder_en/KonaTransformer/Encode'
const VARIABLES = 'module/Encoder_en'

/**
 * Returns the English Universal Sentence Encoder (Cer et al. 2018, the "lite" model of 2 transformer layers) as an ONNX
 * model: `tokens` (their ids) and `positions` (of `positionSignal`) give one unit vector of 512 numbers. Written for one
 * text at a time, so it needs no padding.
 */
export function encoderModel(weights: ReadonlyMap<string, Weight>): Uint8Array {
  const graph = new OnnxGraph()
  const weight = (name: string, shape?: readonly number[]) => {
    const found = weights.get(name)
    if (!found) throw new Error(`The encoder's weights lack ${name}`)
    return graph.floats(shape ?? found.shape, found.data)
  }
  const sum = (left: string, right: string) => graph.add('Add', [left, right])
  const dense = (input: string, kernel: string, bias: string) => sum(graph.add('MatMul', [input, kernel]), bias)
  const layerNorm = (input: string, path: string) => {
    const scaleAndBias = ['scale', 'bias'].map((part) => weight(`${path}/layer_norm_${part}/ConcatPartitions/concat`))
    return graph.add('LayerNormalization', [input, ...scaleAndBias], { axis: -1, epsilon: LAYER_NORM_EPSILON })
  }

  const attention = (input: string, layer: number) => {
    const { width, headWidth } = LAYERS[layer]!
    const name = `Layer_${layer}/TransformerLayer/MultiheadAttention`
    const transform = (from: string, part: string, shape: number[]) =>
      dense(
        from,
        weight(`${VARIABLES}/KonaTransformer/Encode/${name}/${part}/kernel/part_0`, shape),
        weight(`${FOLDED}/${name}/${part}/bias/ConcatPartitions/concat`),
      )
    const joined = transform(input, 'qkv_transform_single', [width, 3 * width])
    const heads = graph.add('Reshape', [joined, graph.integers(0, 3, HEADS, headWidth)])
    const separated = graph.add('Transpose', [heads], { perm: [1, 2, 0, 3] })
    const part = (index: number) => graph.add('Gather', [separated, graph.index(index)], { axis: 0 })
    const scale = graph.floats([], Float32Array.of(headWidth ** -0.5))
    const keys = graph.add('Transpose', [part(1)], { perm: [0, 2, 1] })
    const scores = graph.add('MatMul', [graph.add('Mul', [part(0), scale]), keys])
    const mixed = graph.add('MatMul', [graph.add('Softmax', [scores], { axis: -1 }), part(2)])
    const rows = graph.add('Reshape', [graph.add('Transpose', [mixed], { perm: [1, 0, 2] }), graph.integers(0, width)])
    return transform(rows, 'output_transform_single', [width, VECTOR_LENGTH])
  }

  const feedForward = (input: string, layer: number) => {
    const name = `Layer_${layer}/TransformerLayer/FFN`
    const convolution = (from: string, part: string) =>
      dense(
        from,
        weight(`${FOLDED}/TransformerStack/${name}/${part}/Tensordot/Reshape_1`),
        weight(`${FOLDED}/${name}/${part}/bias/ConcatPartitions/concat`),
      )
    const normalized = layerNorm(input, `${FOLDED}/${name}/layer_prepostprocess/layer_norm`)
    return convolution(graph.add('Relu', [convolution(normalized, 'conv1')]), 'conv2')
  }

  const tokens = graph.input('tokens', 'int64', ['length'])
  const positions = graph.input('positions', 'float', ['length', POSITION_LENGTH])
  const embedded = graph.add('Gather', [weight('module/Embeddings_en'), tokens])
  let state = sum(sum(embedded, embedded), positions)
  for (const layer of LAYERS.keys()) {
    const name = `${FOLDED}/Layer_${layer}/TransformerLayer`
    // The first layer is narrower than its output.
    const residual =
      layer === 0
        ? dense(
            state,
            weight(`${name}/dense/kernel/ConcatPartitions/concat`),
            weight(`${name}/dense/bias/ConcatPartitions/concat`),
          )
        : state
    const attended = attention(layerNorm(state, `${name}/layer_prepostprocess/layer_norm`), layer)
    const between = sum(attended, residual)
    state = sum(feedForward(between, layer), between)
  }
  const mean = graph.add('ReduceMean', [state], { axes: [0], keepdims: 1 })
  const hidden = `${VARIABLES}/hidden_layers/tanh_layer_0`
  const last = graph.add('Tanh', [dense(mean, weight(`${hidden}/weights`), weight(`${hidden}/bias`))])
  return graph.model(graph.add('LpNormalization', [last], { axis: -1, p: 2 }), [1, VECTOR_LENGTH])
}

/** Each token's place as sines, then cosines, of 128 wavelengths (Vaswani et al. 2017). */
export function positionSignal(weights: ReadonlyMap<string, Weight>): Float32Array {
  const frequencies = weights.get(`${FOLDED}/TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`)
  if (!frequencies) throw new Error("The encoder's weights lack the frequencies of positions")
  const half = POSITION_LENGTH / 2
  const signal = new Float32Array(MAX_TOKENS * POSITION_LENGTH)
  for (let position = 0; position < MAX_TOKENS; position++) {
    for (let index = 0; index < half; index++) {
      const angle = position * frequencies.data[index]!
      signal[position * POSITION_LENGTH + index] = Math.sin(angle)
      signal[position * POSITION_LENGTH + half + index] = Math.cos(angle)
    }
  }
  return signal
}

/** The part of the position signal that belongs to the first `length` tokens. */
export const positionsOf = (signal: Float32Array, length: number): Float32Array =>
  signal.subarray(0, length * POSITION_LENGTH)
