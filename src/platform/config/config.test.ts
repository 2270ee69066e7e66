import { execFile as execFileCallback } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CONFIG_TABLE, ConfigError, isLoopbackHost, loadConfig, renderConfigTable } from './index.ts'

const execFile = promisify(execFileCallback)

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'config-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const KEY = 'k'.repeat(32)
const publicEnv = () => ({
  DATA_DIR: dir,
  HOST: '0.0.0.0',
  APP_URL: 'https://help.example.com',
  SMTP_URL: 'smtp://u:p@mail.example.com:587',
  SECRET_KEY: KEY,
})

function problemsOf(env: Record<string, string>, argv: string[] = []): string[] {
  try {
    loadConfig({ DATA_DIR: dir, ...env }, argv)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map((problem) => problem.name)
    throw error
  }
  return []
}

describe('a fresh local instance', () => {
  test('needs no variable', () => {
    const config = loadConfig({ DATA_DIR: dir })
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      local: true,
      billing: 'sandbox',
      signup: 'open',
      mode: 'all',
      rateLimits: true,
      seedDemo: true,
      ai: null,
      s3: null,
      polar: null,
      databaseUrl: null,
      databaseOwnerUrl: null,
      databaseDirectUrl: null,
      databasePasswordCommand: null,
      mailFrom: 'no-reply@localhost',
      trustProxy: [],
    })
    expect(config.appUrl.origin).toBe('http://localhost:3000')
    expect(loadConfig({ DATA_DIR: dir, PORT: '4100' }).appUrl.origin).toBe('http://localhost:4100')
  })

  test('creates its secret key once, readable by its user only', () => {
    const first = loadConfig({ DATA_DIR: dir }).secretKey
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(loadConfig({ DATA_DIR: dir, SECRET_KEY: '' }).secretKey).toBe(first)
    expect(statSync(join(dir, 'secret-key')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(dir, 'secret-key'), 'utf8').trim()).toBe(first)
  })

  test('has one secret key when several processes start at the same time', async () => {
    const position = Date.now() + 1_500
    const program = `import { loadConfig } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
      while (Date.now() < ${position});
      console.log(loadConfig({ DATA_DIR: ${JSON.stringify(dir)} }).secretKey)`
    const run = () => execFile(process.execPath, ['--input-type=module', '--eval', program])
    const keys = await Promise.all(Array.from({ length: 4 }, run))
    expect(new Set(keys.map(({ stdout }) => stdout))).toEqual(new Set([`${loadConfig({ DATA_DIR: dir }).secretKey}\n`]))
    expect(readdirSync(dir)).toEqual(['secret-key'])
  })

  test('refuses a truncated key file and a folder that it cannot use', () => {
    writeFileSync(join(dir, 'secret-key'), 'short')
    expect(problemsOf({})).toEqual(['SECRET_KEY'])
    expect(problemsOf({ DATA_DIR: join(dir, 'secret-key') })).toEqual(['DATA_DIR'])
  })

  test('treats an empty value as unset', () => {
    const blank = Object.fromEntries(CONFIG_TABLE.map((row) => [row.name, ' ']))
    const config = loadConfig({ ...blank, DATA_DIR: dir })
    expect({ ...config, appUrl: config.appUrl.href }).toEqual({
      ...loadConfig({ DATA_DIR: dir }),
      appUrl: config.appUrl.href,
    })
  })
})

describe('an instance is local only if HOST and APP_URL are both loopback', () => {
  test.each([
    ['127.0.0.1', 'http://localhost:3000', true],
    ['::1', 'http://[::1]:3000', true],
    ['localhost', 'http://docs.localhost:3000', true],
    ['127.9.9.9', 'http://127.0.0.1', true],
    ['127.0.0.1', 'https://help.example.com', false],
    ['0.0.0.0', 'http://localhost:3000', false],
    ['::', 'http://localhost:3000', false],
    ['192.168.1.5', 'http://192.168.1.5:3000', false],
  ])('%s with %s', (host, appUrl, local) => {
    expect(loadConfig({ ...publicEnv(), HOST: host, APP_URL: appUrl }).local).toBe(local)
  })

  test('is not local for similar names', () => {
    for (const host of ['localhost.example.com', '127.0.0.1.example.com', 'example.com', '::ffff:8.8.8.8']) {
      expect(isLoopbackHost(host), host).toBe(false)
    }
    expect(isLoopbackHost('::ffff:127.0.0.1')).toBe(true)
  })
})

describe('a public instance', () => {
  test('starts with its required variables', () => {
    expect(loadConfig(publicEnv())).toMatchObject({
      local: false,
      billing: 'off',
      mailFrom: 'no-reply@help.example.com',
    })
  })

  test('does not start without them, and reports all at once', () => {
    expect(problemsOf({ HOST: '0.0.0.0' })).toEqual(['APP_URL', 'SMTP_URL', 'SECRET_KEY'])
    expect(problemsOf({ ...publicEnv(), BILLING: 'sandbox' })).toEqual(['BILLING'])
    expect(problemsOf({ ...publicEnv(), RATE_LIMITS: 'off' })).toEqual(['RATE_LIMITS'])
    expect(problemsOf({ ...publicEnv() }, ['--dev'])).toEqual(['--dev'])
    expect(() => loadConfig({ ...publicEnv(), SECRET_KEY: '' })).toThrow(/SECRET_KEY: is missing.*public instance/)
  })
})

describe('invalid values', () => {
  test.each([
    [{ PORT: 'abc' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ PORT: '0x50' }, 'PORT'],
    [{ HOST: 'a b' }, 'HOST'],
    [{ APP_URL: 'help.example.com' }, 'APP_URL'],
    [{ APP_URL: 'http://localhost:3000/help' }, 'APP_URL'],
    [{ APP_URL: 'ftp://localhost' }, 'APP_URL'],
    [{ TRUST_PROXY: '10.0.0.0/99' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL'],
    [{ SIGNUP: 'maybe' }, 'SIGNUP'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL'],
    [{ MAIL_FROM: 'Nobody' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'A <a@b.example>\r\nBcc: c@d.example' }, 'MAIL_FROM'],
    [{ SUPPORT_EMAIL: 'x' }, 'SUPPORT_EMAIL'],
    [{ S3_REGION: 'eu' }, 'S3_REGION'],
    [{ AI_MODEL: 'm' }, 'AI_MODEL'],
    [{ AI_PROVIDER: 'skynet' }, 'AI_PROVIDER'],
    [{ AI_PROVIDER: 'openai', AI_MODEL: 'm' }, 'AI_API_KEY'],
    [{ AI_PROVIDER: 'openai-compatible', AI_MODEL: 'm' }, 'AI_BASE_URL'],
    [{ AI_TIMEOUT_MS: '5' }, 'AI_TIMEOUT_MS'],
    [{ EMBEDDING_MODEL: 'e' }, 'EMBEDDING_BASE_URL'],
    [{ SEMANTIC: 'remote' }, 'EMBEDDING_MODEL'],
    [{ SEMANTIC: 'magic' }, 'SEMANTIC'],
    [{ EMBEDDING_API_KEY: 'e' }, 'EMBEDDING_API_KEY'],
    [{ GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_SECRET'],
    [{ GOOGLE_API_URL: 'https://google.example' }, 'GOOGLE_API_URL'],
    [{ NOTION_CLIENT_SECRET: 'x' }, 'NOTION_CLIENT_SECRET'],
    [{ BILLING: 'stripe' }, 'BILLING'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY'],
    [{ SECRET_KEY_PREVIOUS: `${KEY},short` }, 'SECRET_KEY_PREVIOUS'],
    [{ SEED_DEMO: 'yes' }, 'SEED_DEMO'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    [{ MODE: 'batch' }, 'MODE'],
    [{ OUTBOUND_ALLOW_HOSTS: 'http://intranet' }, 'OUTBOUND_ALLOW_HOSTS'],
    [{ OUTBOUND_ALLOW_HOSTS: 'intranet:99999' }, 'OUTBOUND_ALLOW_HOSTS'],
    [{ CHROMIUM_PATH: '/nowhere/chromium' }, 'CHROMIUM_PATH'],
    [{ OCR_LANGUAGES: 'german' }, 'OCR_LANGUAGES'],
    [{ OCR_LANGUAGES: 'eng,deu,fra,ita' }, 'OCR_LANGUAGES'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  ])('name the variable: %j names %s', (env, name) => {
    expect(problemsOf(env)).toEqual([name])
  })

  test('are reported for arguments', () => {
    expect(loadConfig({ DATA_DIR: dir, MODE: 'web' }, ['--mode', 'worker']).mode).toBe('worker')
    expect(loadConfig({ DATA_DIR: dir }, ['--dev']).dev).toBe(true)
    expect(problemsOf({}, ['--mode', 'batch'])).toEqual(['--mode'])
    expect(problemsOf({}, ['--wrong'])).toEqual(['arguments'])
  })

  test('do not repeat secrets in the error', () => {
    const env = { ...publicEnv(), SMTP_URL: 'hunter2@mail', SECRET_KEY: 'hunter2', DATABASE_URL: 'hunter2' }
    expect(() => loadConfig(env)).toThrow(ConfigError)
    expect(() => loadConfig(env)).not.toThrow(/hunter2/)
  })
})

describe('the configuration of services', () => {
  test('is read completely', () => {
    const config = loadConfig({
      ...publicEnv(),
      TRUST_PROXY: 'loopback, 10.0.0.0/8,192.0.2.7',
      AI_PROVIDER: 'openai-compatible',
      AI_MODEL: 'm',
      AI_BASE_URL: 'http://localhost:11434/v1/',
      AI_API_KEY: 'a',
      EMBEDDING_MODEL: 'e',
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'i',
      S3_SECRET_ACCESS_KEY: 's',
      S3_PREFIX: '/a/b/',
      OUTBOUND_ALLOW_HOSTS: 'Intranet:8080,[::1]:9000,10.0.0.7',
      DATABASE_URL: 'postgresql:///app?host=/run/postgresql',
    })
    expect(config.trustProxy).toEqual(['127.0.0.0/8', '::1/128', '10.0.0.0/8', '192.0.2.7/32'])
    expect(config.ai).toEqual({
      provider: 'openai-compatible',
      model: 'm',
      baseUrl: 'http://localhost:11434/v1',
      apiKey: 'a',
      timeoutMs: 12_000,
    })
    const embedding = { model: 'e', baseUrl: 'http://localhost:11434/v1', apiKey: 'a', dimensions: null }
    expect(config.semantic).toEqual({ kind: 'remote', embedding })
    expect(config.s3).toMatchObject({ endpoint: 'https://s3.us-east-1.amazonaws.com', prefix: 'a/b/' })
    expect(config.outboundAllowHosts).toEqual(['intranet:8080', '[::1]:9000', '10.0.0.7'])
    expect(config.databaseUrl).toContain('/run/postgresql')
  })

  test("does not send the language model's key to another embedding service", () => {
    const ai = { AI_PROVIDER: 'openai', AI_MODEL: 'm', AI_API_KEY: 'secret' }
    const other = loadConfig({
      DATA_DIR: dir,
      ...ai,
      EMBEDDING_MODEL: 'e',
      EMBEDDING_BASE_URL: 'http://other.example/v1',
    })
    expect(other.semantic).toMatchObject({ embedding: { apiKey: null } })
    const same = loadConfig({ DATA_DIR: dir, ...ai, EMBEDDING_MODEL: 'e' })
    expect(same.semantic).toMatchObject({ embedding: { apiKey: 'secret' } })
  })

  test.each([
    ['anthropic', undefined, 'https://api.anthropic.com/v1'],
    ['anthropic', 'https://api.anthropic.com', 'https://api.anthropic.com/v1'],
    ['openai', undefined, 'https://api.openai.com/v1'],
    ['openai', 'https://api.openai.com/', 'https://api.openai.com/v1'],
    ['openai', 'http://gateway.example:4000/openai/', 'http://gateway.example:4000/openai'],
    ['openai-compatible', 'http://localhost:8080/', 'http://localhost:8080'],
  ])('uses only its own variables, not those of the libraries: %s at %s: %s', (AI_PROVIDER, given, address) => {
    const own = { ANTHROPIC_BASE_URL: 'http://other.example', OPENAI_BASE_URL: 'http://other.example' }
    const ai = { AI_PROVIDER, AI_MODEL: 'm', AI_API_KEY: 'k', AI_BASE_URL: given }
    expect(loadConfig({ DATA_DIR: dir, ...own, ...ai }).ai?.baseUrl).toBe(address)
  })

  test('sends the key of a gateway to the gateway, also for embeddings', () => {
    const ai = { AI_PROVIDER: 'openai', AI_MODEL: 'm', AI_API_KEY: 'k', AI_BASE_URL: 'http://gateway.example/v1' }
    expect(loadConfig({ DATA_DIR: dir, ...ai, EMBEDDING_MODEL: 'e' }).semantic).toMatchObject({
      embedding: { baseUrl: 'http://gateway.example/v1', apiKey: 'k' },
    })
  })

  test('reports a key with invalid characters by its name without repeating it', () => {
    const ai = { AI_PROVIDER: 'anthropic', AI_MODEL: 'm', AI_API_KEY: 'sk-one…two' }
    expect(problemsOf(ai)).toEqual(['AI_API_KEY'])
    expect(() => loadConfig({ DATA_DIR: dir, ...ai })).toThrow(/^(?![\s\S]*sk-one)[\s\S]*AI_API_KEY/)
  })

  test('refuses an address with a password without repeating it', () => {
    const env = {
      AI_PROVIDER: 'openai-compatible',
      AI_MODEL: 'm',
      AI_BASE_URL: 'https://me:hunter2@gateway.example/v1',
    }
    expect(problemsOf(env)).toEqual(['AI_BASE_URL'])
    expect(() => loadConfig({ DATA_DIR: dir, ...env })).toThrow(/^(?![\s\S]*hunter2)[\s\S]*AI_BASE_URL/)
  })

  test('requires all identifiers of Polar', () => {
    expect(problemsOf({ BILLING: 'polar' })).toEqual([
      'POLAR_ACCESS_TOKEN',
      'POLAR_WEBHOOK_SECRET',
      'POLAR_STARTER_PRODUCT_ID',
      'POLAR_STARTER_PRICE_ID',
      'POLAR_PRO_PRODUCT_ID',
      'POLAR_PRO_PRICE_ID',
    ])
  })
})

test('the documentation table has one row for each variable', () => {
  const rows = renderConfigTable().split('\n').slice(2)
  expect(rows).toHaveLength(CONFIG_TABLE.length)
  expect(new Set(CONFIG_TABLE.map((row) => row.name)).size).toBe(CONFIG_TABLE.length)
  for (const row of rows) expect(row.match(/(?<!\\)\|/g), row).toHaveLength(4)
})
