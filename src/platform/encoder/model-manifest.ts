import { z } from 'zod'

/** Vector of a text from those of its tokens: their mean, that of the first, or that of the last. */
export const POOLINGS = ['mean', 'cls', 'lasttoken'] as const
export type Pooling = (typeof POOLINGS)[number]

/** Description of a model's folder, written by `model:get`. */
export const modelManifest = z.object({
  /** Repository of the hub, or name of the folder that it was copied from. */
  source: z.string(),
  /** Commit of the repository; null for a copied folder. */
  revision: z.string().nullable(),
  /** Codes of the languages that the model knows; null for any. */
  languages: z.array(z.string()).nullable(),
  /** Path of the ONNX file. */
  model: z.string(),
  conventions: z.object({
    pooling: z.enum(POOLINGS),
    questionPrefix: z.string(),
    passagePrefix: z.string(),
    /** Tokens after these are not read. */
    maxTokens: z.number().int().min(8),
    /** The model has layers after the pooling, which an ONNX file of its transformer alone lacks. */
    needsPooledOutput: z.boolean(),
  }),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
})

export type ModelManifest = z.infer<typeof modelManifest>
/** Rules for a model's texts, and the way to one vector from those of tokens. */
export type ModelConventions = ModelManifest['conventions']
