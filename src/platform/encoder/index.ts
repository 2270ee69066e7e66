export { type GetModelOptions, type GottenModel, getModel } from './get-model/get-model.ts'
export { createProgressBar } from './get-model/progress-bar.ts'
export { ModelError } from './model-files.ts'
export { findLocalModel, modelsFolder } from './model-folder.ts'
export {
  BUILT_IN_MODEL,
  createSentenceEncoder,
  type SentenceEncoder,
  type SentenceEncoderOptions,
} from './sentence-encoder.ts'
