import type { ModelManifest } from './model-manifest.ts'

export interface EncoderRequest {
  text: string
  /** Some models read questions in another way than what answers them. */
  isQuestion: boolean
}

export interface EncoderOptions {
  /** A model in a folder; null for the built-in encoder. */
  local: { folder: string; manifest: ModelManifest } | null
}

/** Returns a vector of length 1. */
export type EncodeRequest = (request: EncoderRequest) => Promise<Float32Array>
