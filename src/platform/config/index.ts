import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type BackupConfig, readBackups } from './backup-values.ts'
import { ConfigError } from './config-error.ts'
import { type DatabaseConfig, readDatabase } from './database-values.ts'
import { EnvReader } from './env-reader.ts'
import {
  isLoopbackHost,
  readAllowHosts,
  readAppUrl,
  readChromiumPath,
  readDnsServers,
  readHost,
  readTrustProxy,
} from './network-values.ts'
import { localSecretKey, SECRET_KEY_LENGTH } from './secret-key.ts'
import {
  type AiConfig,
  type GoogleConfig,
  type NotionConfig,
  type PolarConfig,
  readAi,
  readGoogle,
  readNotion,
  readPolar,
  readRecognitionLanguages,
  readSemantic,
  readStorage,
  type S3Config,
  type SemanticConfig,
} from './service-values.ts'

export { type BackupConfig, readBucket } from './backup-values.ts'
export { ConfigError, type ConfigProblem } from './config-error.ts'
export { isLoopbackHost } from './network-values.ts'
export type {
  AiConfig,
  EmbeddingConfig,
  GoogleConfig,
  NotionConfig,
  PolarConfig,
  PolarPrice,
  S3Config,
  SemanticConfig,
} from './service-values.ts'
export { CONFIG_TABLE, type ConfigVariable, renderConfigTable } from './variables.ts'

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
export type Mode = 'all' | 'web' | 'worker'

export interface Config extends DatabaseConfig {
  port: number
  host: string
  /** An origin: path '/'. */
  appUrl: URL
  /** CIDR ranges whose forwarding headers count. */
  trustProxy: string[]
  /** Absolute. */
  dataDir: string
  /** HOST and APP_URL are both loopback. */
  local: boolean
  signup: 'open' | 'invite' | 'closed'
  /** Null only on a local instance: mails go to the outbox. */
  smtpUrl: string | null
  mailFrom: string
  s3: S3Config | null
  ai: AiConfig | null
  /** A second call of the language model checks sentences that the built-in check is unsure about. */
  reviewsClaims: boolean
  /** Most tokens of the language model for each workspace in a calendar month, in UTC; null for any number. */
  monthlyTokens: number | null
  semantic: SemanticConfig
  google: GoogleConfig | null
  notion: NotionConfig
  billing: 'sandbox' | 'polar' | 'off'
  polar: PolarConfig | null
  supportEmail: string | null
  /** Address that receives vulnerability reports. */
  securityContact: string | null
  /** Promises on the contact page, one per line. */
  supportTimes: string[]
  /** Version of the terms that new accounts accept; null where they accept none. */
  termsVersion: string | null
  /** Address of the operator's own terms and privacy policy; null for the built-in page. */
  termsUrl: string | null
  privacyUrl: string | null
  /** Signs and encrypts. */
  secretKey: string
  /** Keys for reading: `secretKey` first, then the previous ones, the oldest last. */
  secretKeys: readonly string[]
  seedDemo: boolean
  rateLimits: boolean
  /** Enables proof of work while a workspace receives very many questions. */
  askChallenge: boolean
  metricsToken: string | null
  /** Lower-case; null: there is no operator. */
  operatorEmail: string | null
  mode: Mode
  /** Seconds that a terminating server continues to serve, so that load balancers notice. */
  drainSeconds: number
  /** Requests worked on at once; more are refused. */
  mostRequests: number
  /** Copies the database before a new version migrates it. */
  copyBeforeMigrating: boolean
  backups: BackupConfig
  /** Lower-case `host` or `host:port`. */
  outboundAllowHosts: string[]
  /** A program that can be run. */
  chromiumPath: string | null
  /** Languages of scanned pages by their Tesseract names; none for those of an installed Tesseract. */
  recognitionLanguages: string[]
  /** `address` or `address:port`; the system's where there are none. */
  dnsServers: string[]
  logLevel: LogLevel
  /** `--dev`: the source is served through Vite instead of from dist/. */
  dev: boolean
}

const LOG_LEVELS: readonly LogLevel[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const PROCESS_MODES: readonly Mode[] = ['all', 'web', 'worker']

function readArguments(environment: EnvReader, programArguments: readonly string[]): { mode: Mode; dev: boolean } {
  const configuredMode = environment.choice('MODE', PROCESS_MODES, 'all')
  try {
    const { values } = parseArgs({
      args: [...programArguments],
      options: { mode: { type: 'string' }, dev: { type: 'boolean' } },
    })
    const chosenMode =
      values.mode === undefined ? configuredMode : PROCESS_MODES.find((knownMode) => knownMode === values.mode)
    if (chosenMode === undefined)
      environment.reject('--mode', `"${values.mode}" is not one of its values.`, `${PROCESS_MODES.join(', ')}.`)
    return { mode: chosenMode ?? configuredMode, dev: values.dev ?? false }
  } catch (error) {
    environment.reject(
      'arguments',
      error instanceof Error ? error.message : String(error),
      '--mode all|web|worker and --dev.',
    )
    return { mode: configuredMode, dev: false }
  }
}

/** Required on a public instance, which would otherwise lose emails, have no signing key, or sell without payment. */
function refuseUnsafePublic(environment: EnvReader, configuration: Omit<Config, 'secretKey' | 'secretKeys'>): void {
  if (configuration.local) return
  const requirement = 'on a public instance (HOST and APP_URL are not both loopback)'
  environment.required('SMTP_URL', requirement, 'smtp://user:password@host:587 or smtps://….')
  if (configuration.billing === 'sandbox')
    environment.reject('BILLING', `"sandbox" is refused ${requirement}.`, 'polar or off.')
  environment.required(
    'SECRET_KEY',
    requirement,
    `${SECRET_KEY_LENGTH} random characters or more, e.g. from openssl rand -base64 32.`,
  )
  if (!configuration.rateLimits) environment.reject('RATE_LIMITS', `"off" is refused ${requirement}.`, 'on.')
  if (configuration.dev) environment.reject('--dev', `is refused ${requirement}.`, 'a local instance.')
}

/**
 * Reads and checks the whole configuration. `argv` is what follows the script's name. On a local instance without
 * SECRET_KEY this writes `DATA_DIR/secret-key` once. Throws ConfigError naming everything that is wrong.
 */
export function loadConfig(environment: Record<string, string | undefined>, programArguments: string[] = []): Config {
  const env = new EnvReader(environment)
  const listenPort = env.integer('PORT', { min: 1, max: 65_535, fallback: 3000 })
  const listenHost = readHost(env)
  const appUrl = readAppUrl(env, listenHost, listenPort)
  const isLocal = isLoopbackHost(listenHost) && isLoopbackHost(appUrl.hostname)
  const billing = env.choice('BILLING', ['sandbox', 'polar', 'off'], isLocal ? 'sandbox' : 'off')
  const database = readDatabase(env)
  env.url('SMTP_URL', ['smtp', 'smtps'], 'smtp://user:password@mail.example.com:587')
  const dataDir = resolve(env.text('DATA_DIR') ?? './data')
  const configuration: Omit<Config, 'secretKey' | 'secretKeys'> = {
    port: listenPort,
    host: listenHost,
    appUrl,
    trustProxy: readTrustProxy(env),
    dataDir,
    ...database,
    local: isLocal,
    signup: env.choice('SIGNUP', ['open', 'invite', 'closed'], 'open'),
    smtpUrl: env.text('SMTP_URL'),
    mailFrom: env.mailAddress('MAIL_FROM', { named: true }) ?? `no-reply@${appUrl.hostname}`,
    s3: readStorage(env),
    ai: readAi(env),
    reviewsClaims: env.flag('AI_CLAIM_REVIEW', true),
    monthlyTokens: env.integer('AI_MONTHLY_TOKENS', { min: 1000, max: 1_000_000_000_000, fallback: null }),
    semantic: readSemantic(env),
    google: readGoogle(env),
    notion: readNotion(env),
    billing,
    polar: readPolar(env, billing),
    supportEmail: env.mailAddress('SUPPORT_EMAIL'),
    securityContact: env.mailAddress('SECURITY_CONTACT') ?? env.mailAddress('SUPPORT_EMAIL'),
    supportTimes: readSupportTimes(env),
    termsVersion: readTermsVersion(env),
    termsUrl: env.url('TERMS_URL', ['https', 'http'], 'https://www.example.com/terms')?.href ?? null,
    privacyUrl: env.url('PRIVACY_URL', ['https', 'http'], 'https://www.example.com/privacy')?.href ?? null,
    seedDemo: env.flag('SEED_DEMO', true),
    rateLimits: env.flag('RATE_LIMITS', true),
    askChallenge: env.flag('ASK_CHALLENGE', true),
    metricsToken: env.text('METRICS_TOKEN'),
    operatorEmail: env.mailAddress('OPERATOR_EMAIL')?.toLowerCase() ?? null,
    ...readArguments(env, programArguments),
    drainSeconds: env.integer('DRAIN_SECONDS', { min: 0, max: 300, fallback: 0 }),
    mostRequests: env.integer('MAX_REQUESTS', { min: 1, max: 100_000, fallback: 200 }),
    copyBeforeMigrating: env.flag('COPY_BEFORE_MIGRATING', true),
    backups: readBackups(env, dataDir),
    outboundAllowHosts: readAllowHosts(env),
    chromiumPath: readChromiumPath(env, environment, { local: isLocal }),
    recognitionLanguages: readRecognitionLanguages(env),
    dnsServers: readDnsServers(env),
    logLevel: env.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
  }
  const secretKey = env.text('SECRET_KEY')
  const previous = readKeys(env)
  if (secretKey !== null && secretKey.length < SECRET_KEY_LENGTH) {
    env.reject('SECRET_KEY', 'is too short.', `${SECRET_KEY_LENGTH} random characters or more.`)
  }
  if (configuration.metricsToken !== null && configuration.metricsToken.length < 16) {
    env.reject('METRICS_TOKEN', 'is too short.', '16 characters or more.')
  }
  refuseUnsafePublic(env, configuration)
  if (env.problems.length > 0) throw new ConfigError(env.problems)
  const firstKey = secretKey ?? localSecretKey(configuration.dataDir)
  return { ...configuration, secretKey: firstKey, secretKeys: [...new Set([firstKey, ...previous])] }
}

const SUPPORT_TIMES = [
  'Email: a reply within 24 hours',
  'Live chat: Mon-Fri 9 AM-6 PM EST',
  'Complex issues: within 48 hours',
]

/** Words without spaces, so that they can be compared and shown: for example a date. */
function readTermsVersion(environment: EnvReader): string | null {
  const termsVersion = environment.text('TERMS_VERSION')
  if (termsVersion === null || /^[\w.-]{1,40}$/.test(termsVersion)) return termsVersion
  environment.reject(
    'TERMS_VERSION',
    'is not a version.',
    'up to 40 letters, digits, dots and hyphens, e.g. 2026-11-01.',
  )
  return null
}

function readSupportTimes(environment: EnvReader): string[] {
  const supportTimes = environment.text('SUPPORT_TIMES')
  if (supportTimes === null) return SUPPORT_TIMES
  return supportTimes.toLowerCase() === 'off'
    ? []
    : supportTimes.split(';').flatMap((supportLine) => supportLine.trim() || [])
}

function readKeys(environment: EnvReader): string[] {
  const previousKeys = environment.list('SECRET_KEY_PREVIOUS')
  if (previousKeys.some((previousKey) => previousKey.length < SECRET_KEY_LENGTH)) {
    environment.reject(
      'SECRET_KEY_PREVIOUS',
      'holds a key that is too short.',
      `keys of ${SECRET_KEY_LENGTH} characters or more.`,
    )
  }
  return previousKeys
}
