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
function rejectOrphans(environment: EnvReader, leadingVariable: string, variableNames: readonly string[]): null {
  for (const variableName of variableNames) {
    if (environment.text(variableName) !== null)
      environment.reject(
        variableName,
        `is set without ${leadingVariable}.`,
        `unset, or together with ${leadingVariable}.`,
      )
  }
  return null
}

export function readStorage(environment: EnvReader): S3Config | null {
  const bucketName = environment.text('S3_BUCKET')
  if (bucketName !== null)
    return readS3Service(environment, 'with S3_BUCKET', bucketName, environment.text('S3_PREFIX') ?? '')
  const variableNames = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
  const usedByBackups = environment.text('BACKUP_TO')?.startsWith('s3://')
  return rejectOrphans(environment, 'S3_BUCKET', usedByBackups ? ['S3_PREFIX'] : [...variableNames, 'S3_PREFIX'])
}

/** A bucket at the service of the S3_ variables. @param requirement the sentence's end when a variable is missing */
export function readS3Service(
  environment: EnvReader,
  requirement: string,
  bucketName: string,
  bucketFolder: string,
): S3Config {
  const bucketRegion = environment.text('S3_REGION') ?? 'us-east-1'
  const keyPrefix = bucketFolder.replace(/^\/+|\/+$/g, '')
  return {
    bucket: bucketName,
    region: bucketRegion,
    endpoint: environment.apiUrl('S3_ENDPOINT', `https://s3.${bucketRegion}.amazonaws.com`),
    accessKeyId: environment.required('S3_ACCESS_KEY_ID', requirement),
    secretAccessKey: environment.required('S3_SECRET_ACCESS_KEY', requirement),
    prefix: keyPrefix === '' ? '' : `${keyPrefix}/`,
    forcePathStyle: environment.flag('S3_FORCE_PATH_STYLE', false),
    signedDownloads: environment.flag('S3_SIGNED_DOWNLOADS', true),
  }
}

const AI_PROVIDERS = ['off', 'openai-compatible', 'anthropic', 'openai'] as const
const OWN_ADDRESS = { anthropic: 'https://api.anthropic.com/v1', openai: 'https://api.openai.com/v1' } as const

/** AI_BASE_URL or the provider's own. Both vendors are often named by host alone; their APIs begin at `/v1`. */
function addressOf(environment: EnvReader, provider: keyof typeof OWN_ADDRESS): string {
  const givenAddress = environment.apiUrl('AI_BASE_URL', null)
  if (givenAddress === null) return OWN_ADDRESS[provider]
  return URL.canParse(givenAddress) && new URL(givenAddress).pathname === '/' ? `${givenAddress}/v1` : givenAddress
}

/**
 * A key is sent in a header. Invalid characters are reported here; otherwise each request would fail with an error that
 * repeats the key.
 */
function readKey(environment: EnvReader, variableName: string): string | null {
  const keyText = environment.text(variableName)
  if (keyText !== null && !/^[\x21-\x7e]+$/.test(keyText))
    environment.reject(variableName, 'has spaces or characters that no key has.', 'letters, digits and signs.')
  return keyText
}

export function readAi(environment: EnvReader): AiConfig | null {
  const timeoutMs = environment.integer('AI_TIMEOUT_MS', { min: 1000, max: 60_000, fallback: 12_000 })
  const provider = environment.choice('AI_PROVIDER', AI_PROVIDERS, 'off')
  if (provider === 'off')
    return environment.text('AI_PROVIDER') === null ? rejectOrphans(environment, 'AI_PROVIDER', ['AI_MODEL']) : null
  const modelName = environment.required('AI_MODEL', `with AI_PROVIDER=${provider}`, "a model's name.")
  const apiKey = readKey(environment, 'AI_API_KEY')
  if (provider === 'openai-compatible') {
    environment.required('AI_BASE_URL', 'with AI_PROVIDER=openai-compatible', 'e.g. http://localhost:11434/v1.')
    return { provider, model: modelName, baseUrl: environment.apiUrl('AI_BASE_URL', ''), apiKey, timeoutMs }
  }
  environment.required('AI_API_KEY', `with AI_PROVIDER=${provider}`, "the provider's key.")
  return { provider, model: modelName, baseUrl: addressOf(environment, provider), apiKey, timeoutMs }
}

function readEmbedding(environment: EnvReader): EmbeddingConfig | null {
  const dimensions = environment.integer('EMBEDDING_DIMENSIONS', { min: 16, max: 4096, fallback: null })
  const modelName = environment.text('EMBEDDING_MODEL')
  if (modelName === null) {
    return rejectOrphans(environment, 'EMBEDDING_MODEL', [
      'EMBEDDING_BASE_URL',
      'EMBEDDING_API_KEY',
      'EMBEDDING_DIMENSIONS',
    ])
  }
  const ownAddress = environment.apiUrl('EMBEDDING_BASE_URL', null)
  const sharedProvider = environment.choice('AI_PROVIDER', AI_PROVIDERS, 'off')
  // Anthropic offers no embeddings: its address and key would only produce errors later.
  const inherited =
    sharedProvider === 'openai-compatible'
      ? environment.apiUrl('AI_BASE_URL', null)
      : sharedProvider === 'openai'
        ? addressOf(environment, sharedProvider)
        : null
  const baseUrl = ownAddress ?? inherited
  if (baseUrl === null) {
    environment.required('EMBEDDING_BASE_URL', 'with EMBEDDING_MODEL', 'the address of an OpenAI-compatible service.')
  }
  // A key travels only to the service it was given for.
  const apiKey =
    readKey(environment, 'EMBEDDING_API_KEY') ?? (ownAddress === null ? readKey(environment, 'AI_API_KEY') : null)
  return { model: modelName, baseUrl: baseUrl ?? '', apiKey, dimensions }
}

/** A model's name as the hub has it; the owner is not part of its folder's name. */
const LOCAL_MODEL = /^local:(?:[\w.-]+\/)?([A-Za-z0-9][\w.-]*)$/

/** SEMANTIC decides; without it EMBEDDING_MODEL means `remote`. */
export function readSemantic(environment: EnvReader): SemanticConfig {
  const embedding = readEmbedding(environment)
  const semanticText = environment.text('SEMANTIC') ?? (embedding ? 'remote' : 'built-in')
  if (semanticText === 'remote') {
    if (embedding) return { kind: 'remote', embedding }
    environment.required('EMBEDDING_MODEL', 'with SEMANTIC=remote', "an embedding model's name.")
  } else if (semanticText === 'off' || semanticText === 'built-in') return { kind: semanticText }
  else {
    const localModelName = LOCAL_MODEL.exec(semanticText)?.[1]
    if (localModelName !== undefined) return { kind: 'local', name: localModelName }
    environment.reject(
      'SEMANTIC',
      `"${semanticText}" is not one of its values.`,
      'built-in, local:NAME, remote or off.',
    )
  }
  return { kind: 'off' }
}

const GOOGLE_ISSUER = 'https://accounts.google.com'

export function readGoogle(environment: EnvReader): GoogleConfig | null {
  const clientId = environment.text('GOOGLE_CLIENT_ID')
  if (clientId === null)
    return rejectOrphans(environment, 'GOOGLE_CLIENT_ID', ['GOOGLE_CLIENT_SECRET', 'GOOGLE_ISSUER', 'GOOGLE_API_URL'])
  const issuerAddress = environment.apiUrl('GOOGLE_ISSUER', GOOGLE_ISSUER)
  const apiUrl = environment.apiUrl('GOOGLE_API_URL', null)
  return {
    clientId,
    clientSecret: environment.required('GOOGLE_CLIENT_SECRET', 'with GOOGLE_CLIENT_ID'),
    issuer: issuerAddress,
    apiUrl,
    drive: environment.flag('GOOGLE_DRIVE', issuerAddress === GOOGLE_ISSUER || apiUrl !== null),
  }
}

export function readNotion(environment: EnvReader): NotionConfig {
  const apiUrl = environment.apiUrl('NOTION_API_URL', 'https://api.notion.com')
  const notionClientId = environment.text('NOTION_CLIENT_ID')
  if (notionClientId === null)
    return { client: rejectOrphans(environment, 'NOTION_CLIENT_ID', ['NOTION_CLIENT_SECRET']), apiUrl }
  return {
    client: { id: notionClientId, secret: environment.required('NOTION_CLIENT_SECRET', 'with NOTION_CLIENT_ID') },
    apiUrl,
  }
}

/** Null unless BILLING=polar: then every identifier must be there. */
export function readPolar(environment: EnvReader, billingMode: 'sandbox' | 'polar' | 'off'): PolarConfig | null {
  if (billingMode !== 'polar') return null
  const requirePolar = (variableName: string) => environment.required(variableName, 'with BILLING=polar')
  return {
    accessToken: requirePolar('POLAR_ACCESS_TOKEN'),
    webhookSecret: requirePolar('POLAR_WEBHOOK_SECRET'),
    apiUrl: environment.apiUrl('POLAR_API_URL', 'https://api.polar.sh'),
    starter: { productId: requirePolar('POLAR_STARTER_PRODUCT_ID'), priceId: requirePolar('POLAR_STARTER_PRICE_ID') },
    pro: { productId: requirePolar('POLAR_PRO_PRODUCT_ID'), priceId: requirePolar('POLAR_PRO_PRICE_ID') },
  }
}

const RECOGNITION_LANGUAGES_MAX = 3

/** OCR_LANGUAGES; more than three make recognition slow and no better. */
export function readRecognitionLanguages(environment: EnvReader): string[] {
  const languages = environment.list('OCR_LANGUAGES')
  const accepted = `at most ${RECOGNITION_LANGUAGES_MAX} names like eng, deu or chi_sim.`
  for (const language of languages)
    if (!/^[a-z]{3}(_[a-z]+)*$/.test(language))
      environment.reject('OCR_LANGUAGES', `"${language}" is not a language.`, accepted)
  if (languages.length > RECOGNITION_LANGUAGES_MAX)
    environment.reject('OCR_LANGUAGES', 'names too many languages.', accepted)
  return languages
}
