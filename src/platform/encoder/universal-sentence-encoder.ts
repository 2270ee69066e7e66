import { OnnxGraph } from './onnx-model.ts'

/** A tensor of the published weights. */
export interface ModelWeight {
  shape: readonly number[]
  data: Float32Array
}

/** Tokens after these are not read. */
export const MAX_TOKENS = 128
export const VECTOR_LENGTH = 512

const ATTENTION_HEADS = 4
const POSITION_LENGTH = 256
const ENCODER_LAYERS = [
  { width: 256, headWidth: 64 },
  { width: VECTOR_LENGTH, headWidth: 128 },
]
const LAYER_NORM_EPSILON = 1e-6

const FOLDED_PATH = 'module_apply_default/Encoder_en/KonaTransformer/Encode'
const VARIABLES = 'module/Encoder_en'

/**
 * Returns the English Universal Sentence Encoder (Cer et al. 2018, the "lite" model of 2 transformer layers) as an ONNX
 * model: `tokens` (their ids) and `positions` (of `positionSignal`) give one unit vector of 512 numbers. Written for one
 * text at a time, so it needs no padding.
 */
export function encoderModel(modelWeights: ReadonlyMap<string, ModelWeight>): Uint8Array {
  const onnxGraph = new OnnxGraph()
  const weightTensor = (weightName: string, tensorShape?: readonly number[]) => {
    const storedWeight = modelWeights.get(weightName)
    if (!storedWeight) throw new Error(`The encoder's weights lack ${weightName}`)
    return onnxGraph.floats(tensorShape ?? storedWeight.shape, storedWeight.data)
  }
  const addTensors = (leftTensor: string, rightTensor: string) => onnxGraph.add('Add', [leftTensor, rightTensor])
  const denseLayer = (inputTensor: string, kernelTensor: string, biasTensor: string) =>
    addTensors(onnxGraph.add('MatMul', [inputTensor, kernelTensor]), biasTensor)
  const layerNorm = (inputTensor: string, weightPath: string) => {
    const scaleAndBias = ['scale', 'bias'].map((weightPart) =>
      weightTensor(`${weightPath}/layer_norm_${weightPart}/ConcatPartitions/concat`),
    )
    return onnxGraph.add('LayerNormalization', [inputTensor, ...scaleAndBias], {
      axis: -1,
      epsilon: LAYER_NORM_EPSILON,
    })
  }

  const attention = (inputTensor: string, layerNumber: number) => {
    const { width, headWidth } = ENCODER_LAYERS[layerNumber]!
    const layerPath = `Layer_${layerNumber}/TransformerLayer/MultiheadAttention`
    const transform = (sourceTensor: string, weightPart: string, tensorShape: number[]) =>
      denseLayer(
        sourceTensor,
        weightTensor(`${VARIABLES}/KonaTransformer/Encode/${layerPath}/${weightPart}/kernel/part_0`, tensorShape),
        weightTensor(`${FOLDED_PATH}/${layerPath}/${weightPart}/bias/ConcatPartitions/concat`),
      )
    const joinedHeads = transform(inputTensor, 'qkv_transform_single', [width, 3 * width])
    const separateHeads = onnxGraph.add('Reshape', [joinedHeads, onnxGraph.integers(0, 3, ATTENTION_HEADS, headWidth)])
    const separated = onnxGraph.add('Transpose', [separateHeads], { perm: [1, 2, 0, 3] })
    const gatherPart = (partIndex: number) =>
      onnxGraph.add('Gather', [separated, onnxGraph.index(partIndex)], { axis: 0 })
    const scaleTensor = onnxGraph.floats([], Float32Array.of(headWidth ** -0.5))
    const keyTensor = onnxGraph.add('Transpose', [gatherPart(1)], { perm: [0, 2, 1] })
    const attentionScores = onnxGraph.add('MatMul', [onnxGraph.add('Mul', [gatherPart(0), scaleTensor]), keyTensor])
    const mixedValues = onnxGraph.add('MatMul', [
      onnxGraph.add('Softmax', [attentionScores], { axis: -1 }),
      gatherPart(2),
    ])
    const mixedRows = onnxGraph.add('Reshape', [
      onnxGraph.add('Transpose', [mixedValues], { perm: [1, 0, 2] }),
      onnxGraph.integers(0, width),
    ])
    return transform(mixedRows, 'output_transform_single', [width, VECTOR_LENGTH])
  }

  const feedForward = (inputTensor: string, layerNumber: number) => {
    const layerPath = `Layer_${layerNumber}/TransformerLayer/FFN`
    const convolution = (sourceTensor: string, weightPart: string) =>
      denseLayer(
        sourceTensor,
        weightTensor(`${FOLDED_PATH}/TransformerStack/${layerPath}/${weightPart}/Tensordot/Reshape_1`),
        weightTensor(`${FOLDED_PATH}/${layerPath}/${weightPart}/bias/ConcatPartitions/concat`),
      )
    const normalized = layerNorm(inputTensor, `${FOLDED_PATH}/${layerPath}/layer_prepostprocess/layer_norm`)
    return convolution(onnxGraph.add('Relu', [convolution(normalized, 'conv1')]), 'conv2')
  }

  const tokenInput = onnxGraph.input('tokens', 'int64', ['length'])
  const positions = onnxGraph.input('positions', 'float', ['length', POSITION_LENGTH])
  const embedded = onnxGraph.add('Gather', [weightTensor('module/Embeddings_en'), tokenInput])
  let hiddenState = addTensors(addTensors(embedded, embedded), positions)
  for (const layerNumber of ENCODER_LAYERS.keys()) {
    const layerPath = `${FOLDED_PATH}/Layer_${layerNumber}/TransformerLayer`
    // The first layer is narrower than its output.
    const residual =
      layerNumber === 0
        ? denseLayer(
            hiddenState,
            weightTensor(`${layerPath}/dense/kernel/ConcatPartitions/concat`),
            weightTensor(`${layerPath}/dense/bias/ConcatPartitions/concat`),
          )
        : hiddenState
    const attended = attention(layerNorm(hiddenState, `${layerPath}/layer_prepostprocess/layer_norm`), layerNumber)
    const betweenState = addTensors(attended, residual)
    hiddenState = addTensors(feedForward(betweenState, layerNumber), betweenState)
  }
  const meanState = onnxGraph.add('ReduceMean', [hiddenState], { axes: [0], keepdims: 1 })
  const hiddenPath = `${VARIABLES}/hidden_layers/tanh_layer_0`
  const lastTensor = onnxGraph.add('Tanh', [
    denseLayer(meanState, weightTensor(`${hiddenPath}/weights`), weightTensor(`${hiddenPath}/bias`)),
  ])
  return onnxGraph.model(onnxGraph.add('LpNormalization', [lastTensor], { axis: -1, p: 2 }), [1, VECTOR_LENGTH])
}

/** Each token's place as sines, then cosines, of 128 wavelengths (Vaswani et al. 2017). */
export function positionSignal(modelWeights: ReadonlyMap<string, ModelWeight>): Float32Array {
  const frequencies = modelWeights.get(
    `${FOLDED_PATH}/TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`,
  )
  if (!frequencies) throw new Error("The encoder's weights lack the frequencies of positions")
  const halfLength = POSITION_LENGTH / 2
  const positionWaves = new Float32Array(MAX_TOKENS * POSITION_LENGTH)
  for (let position = 0; position < MAX_TOKENS; position++) {
    for (let waveIndex = 0; waveIndex < halfLength; waveIndex++) {
      const waveAngle = position * frequencies.data[waveIndex]!
      positionWaves[position * POSITION_LENGTH + waveIndex] = Math.sin(waveAngle)
      positionWaves[position * POSITION_LENGTH + halfLength + waveIndex] = Math.cos(waveAngle)
    }
  }
  return positionWaves
}

/** The part of the position signal that belongs to the first `length` tokens. */
export const positionsOf = (positionWaves: Float32Array, positionCount: number): Float32Array =>
  positionWaves.subarray(0, positionCount * POSITION_LENGTH)
