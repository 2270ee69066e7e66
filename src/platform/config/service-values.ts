import type { EnvReader } from './env-reader.ts'

export interface S3Config {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Folder within the bucket, '' or ending in '/'. */
  prefix: string
  forcePathStyle: boolean
  /** Browsers fetch downloads from the bucket itself. */
  signedDownloads: boolean
}

export interface AiConfig {
  provider: 'openai-compatible' | 'anthropic' | 'openai'
  model: string
  /** Base URL of the provider's API with its version: https://api.openai.com/v1 */
  baseUrl: string
  apiKey: string | null
  /** Longest wait for the first token. */
  timeoutMs: number
}

export interface EmbeddingConfig {
  model: string
  baseUrl: string
  apiKey: string | null
  dimensions: number | null
}

/** The source of vectors for search by meaning. */
export type SemanticConfig =
  | { kind: 'off' | 'built-in' }
  /** The name of a model in the data folder. */
  | { kind: 'local'; name: string }
  | { kind: 'remote'; embedding: EmbeddingConfig }

export interface GoogleConfig {
  clientId: string
  clientSecret: string
  issuer: string
  /** In the place of Google's own addresses; null: those. */
  apiUrl: string | null
  /** The client is one of Google's: it opens Drive, too. */
  drive: boolean
}

export interface NotionConfig {
  /** Null: people connect with a token of their own. */
  client: { id: string; secret: string } | null
  apiUrl: string
}

export interface PolarPrice {
  productId: string
  priceId: string
}

export interface PolarConfig {
  accessToken: string
  webhookSecret: string
  apiUrl: string
  starter: PolarPrice
  pro: PolarPrice
}

/** Names of a service's variables that are set although the one that switches it on is not. */
function rejectOrphans(env: EnvReader, lead: string, names: readonly string[]): null {
  for (const name of names) {
    if (env.text(name) !== null) env.reject(name, `is set without ${lead}.`, `unset, or together with ${lead}.`)
  }
  return null
}

export function readS3(env: EnvReader): S3Config | null {
  const bucket = env.text('S3_BUCKET')
  if (bucket !== null) return readS3Service(env, 'with S3_BUCKET', bucket, env.text('S3_PREFIX') ?? '')
  const names = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
  const usedByBackups = env.text('BACKUP_TO')?.startsWith('s3://')
  return rejectOrphans(env, 'S3_BUCKET', usedByBackups ? ['S3_PREFIX'] : [...names, 'S3_PREFIX'])
}

/** A bucket at the service of the S3_ variables. @param because the sentence's end when a variable is missing */
export function readS3Service(env: EnvReader, because: string, bucket: string, folder: string): S3Config {
  const region = env.text('S3_REGION') ?? 'us-east-1'
  const prefix = folder.replace(/^\/+|\/+$/g, '')
  return {
    bucket,
    region,
    endpoint: env.apiUrl('S3_ENDPOINT', `https://s3.${region}.amazonaws.com`),
    accessKeyId: env.required('S3_ACCESS_KEY_ID', because),
    secretAccessKey: env.required('S3_SECRET_ACCESS_KEY', because),
    prefix: prefix === '' ? '' : `${prefix}/`,
    forcePathStyle: env.flag('S3_FORCE_PATH_STYLE', false),
    signedDownloads: env.flag('S3_SIGNED_DOWNLOADS', true),
  }
}

const AI_PROVIDERS = ['off', 'openai-compatible', 'anthropic', 'openai'] as const
const OWN_ADDRESS = { anthropic: 'https://api.anthropic.com/v1', openai: 'https://api.openai.com/v1' } as const

/** AI_BASE_URL or the provider's own. Both vendors are often named by host alone; their APIs begin at `/v1`. */
function addressOf(env: EnvReader, provider: keyof typeof OWN_ADDRESS): string {
  const given = env.apiUrl('AI_BASE_URL', null)
  if (given === null) return OWN_ADDRESS[provider]
  return URL.canParse(given) && new URL(given).pathname === '/' ? `${given}/v1` : given
}

/**
 * A key is sent in a header. Invalid characters are reported here; otherwise each request would fail with an error that
 * repeats the key.
 */
function readKey(env: EnvReader, name: string): string | null {
  const key = env.text(name)
  if (key !== null && !/^[\x21-\x7e]+$/.test(key))
    env.reject(name, 'has spaces or characters that no key has.', 'letters, digits and signs.')
  return key
}

export function readAi(env: EnvReader): AiConfig | null {
  const timeoutMs = env.integer('AI_TIMEOUT_MS', { min: 1000, max: 60_000, fallback: 12_000 })
  const provider = env.choice('AI_PROVIDER', AI_PROVIDERS, 'off')
  if (provider === 'off')
    return env.text('AI_PROVIDER') === null ? rejectOrphans(env, 'AI_PROVIDER', ['AI_MODEL']) : null
  const model = env.required('AI_MODEL', `with AI_PROVIDER=${provider}`, "a model's name.")
  const apiKey = readKey(env, 'AI_API_KEY')
  if (provider === 'openai-compatible') {
    env.required('AI_BASE_URL', 'with AI_PROVIDER=openai-compatible', 'e.g. http://localhost:11434/v1.')
    return { provider, model, baseUrl: env.apiUrl('AI_BASE_URL', ''), apiKey, timeoutMs }
  }
  env.required('AI_API_KEY', `with AI_PROVIDER=${provider}`, "the provider's key.")
  return { provider, model, baseUrl: addressOf(env, provider), apiKey, timeoutMs }
}

function readEmbedding(env: EnvReader): EmbeddingConfig | null {
  const dimensions = env.integer('EMBEDDING_DIMENSIONS', { min: 16, max: 4096, fallback: null })
  const model = env.text('EMBEDDING_MODEL')
  if (model === null) {
    return rejectOrphans(env, 'EMBEDDING_MODEL', ['EMBEDDING_BASE_URL', 'EMBEDDING_API_KEY', 'EMBEDDING_DIMENSIONS'])
  }
  const own = env.apiUrl('EMBEDDING_BASE_URL', null)
  const shared = env.choice('AI_PROVIDER', AI_PROVIDERS, 'off')
  // Anthropic offers no embeddings: its address and key would only produce errors later.
  const inherited =
    shared === 'openai-compatible'
      ? env.apiUrl('AI_BASE_URL', null)
      : shared === 'openai'
        ? addressOf(env, shared)
        : null
  const baseUrl = own ?? inherited
  if (baseUrl === null) {
    env.required('EMBEDDING_BASE_URL', 'with EMBEDDING_MODEL', 'the address of an OpenAI-compatible service.')
  }
  // A key travels only to the service it was given for.
  const apiKey = readKey(env, 'EMBEDDING_API_KEY') ?? (own === null ? readKey(env, 'AI_API_KEY') : null)
  return { model, baseUrl: baseUrl ?? '', apiKey, dimensions }
}

/** A model's name as the hub has it; the owner is not part of its folder's name. */
const LOCAL_MODEL = /^local:(?:[\w.-]+\/)?([A-Za-z0-9][\w.-]*)$/

/** SEMANTIC decides; without it EMBEDDING_MODEL means `remote`. */
export function readSemantic(env: EnvReader): SemanticConfig {
  const embedding = readEmbedding(env)
  const text = env.text('SEMANTIC') ?? (embedding ? 'remote' : 'built-in')
  if (text === 'remote') {
    if (embedding) return { kind: 'remote', embedding }
    env.required('EMBEDDING_MODEL', 'with SEMANTIC=remote', "an embedding model's name.")
  } else if (text === 'off' || text === 'built-in') return { kind: text }
  else {
    const name = LOCAL_MODEL.exec(text)?.[1]
    if (name !== undefined) return { kind: 'local', name }
    env.reject('SEMANTIC', `"${text}" is not one of its values.`, 'built-in, local:NAME, remote or off.')
  }
  return { kind: 'off' }
}

const GOOGLE = 'https://accounts.google.com'

export function readGoogle(env: EnvReader): GoogleConfig | null {
  const clientId = env.text('GOOGLE_CLIENT_ID')
  if (clientId === null)
    return rejectOrphans(env, 'GOOGLE_CLIENT_ID', ['GOOGLE_CLIENT_SECRET', 'GOOGLE_ISSUER', 'GOOGLE_API_URL'])
  const issuer = env.apiUrl('GOOGLE_ISSUER', GOOGLE)
  const apiUrl = env.apiUrl('GOOGLE_API_URL', null)
  return {
    clientId,
    clientSecret: env.required('GOOGLE_CLIENT_SECRET', 'with GOOGLE_CLIENT_ID'),
    issuer,
    apiUrl,
    drive: env.flag('GOOGLE_DRIVE', issuer === GOOGLE || apiUrl !== null),
  }
}

export function readNotion(env: EnvReader): NotionConfig {
  const apiUrl = env.apiUrl('NOTION_API_URL', 'https://api.notion.com')
  const id = env.text('NOTION_CLIENT_ID')
  if (id === null) return { client: rejectOrphans(env, 'NOTION_CLIENT_ID', ['NOTION_CLIENT_SECRET']), apiUrl }
  return { client: { id, secret: env.required('NOTION_CLIENT_SECRET', 'with NOTION_CLIENT_ID') }, apiUrl }
}

/** Null unless BILLING=polar: then every identifier must be there. */
export function readPolar(env: EnvReader, billing: 'sandbox' | 'polar' | 'off'): PolarConfig | null {
  if (billing !== 'polar') return null
  const need = (name: string) => env.required(name, 'with BILLING=polar')
  return {
    accessToken: need('POLAR_ACCESS_TOKEN'),
    webhookSecret: need('POLAR_WEBHOOK_SECRET'),
    apiUrl: env.apiUrl('POLAR_API_URL', 'https://api.polar.sh'),
    starter: { productId: need('POLAR_STARTER_PRODUCT_ID'), priceId: need('POLAR_STARTER_PRICE_ID') },
    pro: { productId: need('POLAR_PRO_PRODUCT_ID'), priceId: need('POLAR_PRO_PRICE_ID') },
  }
}

const RECOGNITION_LANGUAGES_MAX = 3

/** OCR_LANGUAGES; more than three make recognition slow and no better. */
export function readRecognitionLanguages(env: EnvReader): string[] {
  const languages = env.list('OCR_LANGUAGES')
  const accepted = `at most ${RECOGNITION_LANGUAGES_MAX} names like eng, deu or chi_sim.`
  for (const language of languages)
    if (!/^[a-z]{3}(_[a-z]+)*$/.test(language))
      env.reject('OCR_LANGUAGES', `"${language}" is not a language.`, accepted)
  if (languages.length > RECOGNITION_LANGUAGES_MAX) env.reject('OCR_LANGUAGES', 'names too many languages.', accepted)
  return languages
}
