import { z } from 'zod'
import { ModelError } from './model-files.ts'
import { type ModelConventions, POOLINGS, type Pooling } from './model-manifest.ts'

/** A question takes some milliseconds, a text of this length about as long as visitors' questions can wait behind it. */
const MAX_TOKENS = 192

const SEARCH_QUERY = 'Represent this sentence for searching relevant passages: '

/** Families whose published conversions lack these settings; the first match applies. */
const FAMILIES: readonly { names: RegExp; pooling: Pooling; question: string; passage: string }[] = [
  { names: /(^|-)e5-.*instruct/, pooling: 'mean', question: '', passage: '' },
  { names: /(^|-)e5-/, pooling: 'mean', question: 'query: ', passage: 'passage: ' },
  { names: /^bge-.*-en/, pooling: 'cls', question: SEARCH_QUERY, passage: '' },
  { names: /^(bge-|gte-multilingual)/, pooling: 'cls', question: '', passage: '' },
  { names: /^snowflake-arctic-embed-.*v2/, pooling: 'cls', question: 'query: ', passage: '' },
  { names: /^(snowflake-arctic|mxbai)-embed-/, pooling: 'cls', question: SEARCH_QUERY, passage: '' },
  { names: /^nomic-embed-text/, pooling: 'mean', question: 'search_query: ', passage: 'search_document: ' },
]

const DEFAULT_FAMILY = { pooling: 'mean', question: '', passage: '' } as const

const poolingFile = z.looseObject({
  pooling_mode: z.string().optional(),
  pooling_mode_cls_token: z.boolean().optional(),
  pooling_mode_mean_tokens: z.boolean().optional(),
  pooling_mode_lasttoken: z.boolean().optional(),
})
const promptsFile = z.looseObject({ prompts: z.record(z.string(), z.string()).optional() })
const lengthFile = z.looseObject({ max_seq_length: z.number().int().positive().nullish() })
const tokenizerFile = z.looseObject({ model_max_length: z.number().positive().nullish() })

const modulesFile = z.array(z.looseObject({ type: z.string() }))

/** Files beside the model that say how it is used, as Sentence Transformers writes them. */
export const CONVENTION_FILES = [
  '1_Pooling/config.json',
  'config_sentence_transformers.json',
  'modules.json',
  'sentence_bert_config.json',
  'tokenizer_config.json',
] as const
type ConventionFile = (typeof CONVENTION_FILES)[number]

/**
 * Reads a model's conventions from its own files, and from the table of families what they lack.
 * @param modelName of the repository, without its owner
 * @param readJson returns undefined for a file that is not there
 */
export function readConventions(modelName: string, readJson: (file: ConventionFile) => unknown): ModelConventions {
  const knownFamily = FAMILIES.find(({ names }) => names.test(modelName.toLowerCase())) ?? DEFAULT_FAMILY
  const readFile = <T>(fileSchema: z.ZodType<T>, conventionFile: ConventionFile): T | undefined => {
    const fileContent = readJson(conventionFile)
    return fileContent === undefined ? undefined : fileSchema.parse(fileContent)
  }
  const modelPrompts = readFile(promptsFile, 'config_sentence_transformers.json')?.prompts ?? {}
  const question = modelPrompts.query ?? ''
  const passagePrompt = modelPrompts.passage ?? modelPrompts.document ?? ''
  const hasPrompts = question !== '' || passagePrompt !== ''
  const statedLengths = [
    readFile(lengthFile, 'sentence_bert_config.json')?.max_seq_length,
    readFile(tokenizerFile, 'tokenizer_config.json')?.model_max_length,
  ].filter((statedLength) => typeof statedLength === 'number')
  return {
    pooling: statedPooling(readFile(poolingFile, '1_Pooling/config.json')) ?? knownFamily.pooling,
    questionPrefix: hasPrompts ? question : knownFamily.question,
    passagePrefix: hasPrompts ? passagePrompt : knownFamily.passage,
    maxTokens: Math.min(MAX_TOKENS, ...statedLengths),
    needsPooledOutput: (readFile(modulesFile, 'modules.json') ?? []).some(({ type }) => type.endsWith('.Dense')),
  }
}

function statedPooling(poolingSettings: z.infer<typeof poolingFile> | undefined): Pooling | null {
  if (!poolingSettings) return null
  const poolingMode = poolingSettings.pooling_mode
  if (poolingMode !== undefined) {
    const matchingPooling = POOLINGS.find((knownPooling) => knownPooling === poolingMode)
    if (!matchingPooling)
      throw new ModelError(`The model's pooling "${poolingMode}" is not supported; ${POOLINGS.join(', ')} are.`)
    return matchingPooling
  }
  if (poolingSettings.pooling_mode_cls_token) return 'cls'
  if (poolingSettings.pooling_mode_lasttoken) return 'lasttoken'
  if (poolingSettings.pooling_mode_mean_tokens) return 'mean'
  throw new ModelError(`The model's pooling is not supported; ${POOLINGS.join(', ')} are.`)
}
