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
 * @param name of the repository, without its owner
 * @param readJson returns undefined for a file that is not there
 */
export function readConventions(name: string, readJson: (file: ConventionFile) => unknown): ModelConventions {
  const known = FAMILIES.find(({ names }) => names.test(name.toLowerCase())) ?? DEFAULT_FAMILY
  const read = <T>(schema: z.ZodType<T>, file: ConventionFile): T | undefined => {
    const content = readJson(file)
    return content === undefined ? undefined : schema.parse(content)
  }
  const prompts = read(promptsFile, 'config_sentence_transformers.json')?.prompts ?? {}
  const question = prompts.query ?? ''
  const passage = prompts.passage ?? prompts.document ?? ''
  const hasPrompts = question !== '' || passage !== ''
  const lengths = [
    read(lengthFile, 'sentence_bert_config.json')?.max_seq_length,
    read(tokenizerFile, 'tokenizer_config.json')?.model_max_length,
  ].filter((length) => typeof length === 'number')
  return {
    pooling: statedPooling(read(poolingFile, '1_Pooling/config.json')) ?? known.pooling,
    questionPrefix: hasPrompts ? question : known.question,
    passagePrefix: hasPrompts ? passage : known.passage,
    maxTokens: Math.min(MAX_TOKENS, ...lengths),
    needsPooledOutput: (read(modulesFile, 'modules.json') ?? []).some(({ type }) => type.endsWith('.Dense')),
  }
}

function statedPooling(stated: z.infer<typeof poolingFile> | undefined): Pooling | null {
  if (!stated) return null
  const mode = stated.pooling_mode
  if (mode !== undefined) {
    const known = POOLINGS.find((pooling) => pooling === mode)
    if (!known) throw new ModelError(`The model's pooling "${mode}" is not supported; ${POOLINGS.join(', ')} are.`)
    return known
  }
  if (stated.pooling_mode_cls_token) return 'cls'
  if (stated.pooling_mode_lasttoken) return 'lasttoken'
  if (stated.pooling_mode_mean_tokens) return 'mean'
  throw new ModelError(`The model's pooling is not supported; ${POOLINGS.join(', ')} are.`)
}
