// The doctor's report on language models and encoders.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAnthropicServer } from '../../tests/support/models/anthropic-server.ts'
import { startLlmServer } from '../../tests/support/models/llm-server.ts'
import { installTinyModel } from '../../tests/support/models/local-model.ts'
import type { LlmServer } from '../../tests/support/models/model-server.ts'
import { startOpenAiServer } from '../../tests/support/models/openai-server.ts'
import { loadConfig } from '../platform/config/index.ts'
import { silentLogger } from '../platform/log/index.ts'
import { examineWithoutDatabase } from './doctor.ts'

const KEY = 'sk-fake-key'

describe.each([
  { provider: 'anthropic', start: startAnthropicServer },
  { provider: 'openai', start: startOpenAiServer },
  { provider: 'openai-compatible', start: startLlmServer },
])('$provider', ({ start }) => {
  let server: LlmServer
  let dataDir = ''
  beforeAll(async () => {
    server = await start({ retryAfter: 1 })
    dataDir = mkdtempSync(join(tmpdir(), 'doctor-'))
  })
  afterAll(async () => {
    await server.close()
    rmSync(dataDir, { recursive: true })
  })

  async function findingOf(env: Record<string, string> = {}) {
    // The built-in encoder would be loaded and tried for each report.
    const config = loadConfig({ DATA_DIR: dataDir, SEMANTIC: 'off', ...server.env, AI_API_KEY: KEY, ...env })
    const findings = await examineWithoutDatabase(config, silentLogger, new Error('not opened'))
    return findings.find(({ part }) => part === 'language model')
  }

  it('reports a working service', async () => {
    server.use('not_found')
    expect(await findingOf()).toEqual({ part: 'language model', state: 'ok', says: 'fake-model answers' })
  })

  it('tries the default path for a host without one', async () => {
    server.use('not_found')
    const compatible = server.env.AI_PROVIDER === 'openai-compatible'
    const found = await findingOf({ AI_BASE_URL: new URL(server.url).origin })
    expect(found?.state).toBe(compatible ? 'failed' : 'ok')
  })

  it.each([
    ['unauthorized', /401: Invalid key/],
    ['thoughtful', /its limit was used up by reasoning/],
    ['refused', /content-filter/],
  ] as const)('reports the reason for %s, and never the key', async (mode, why) => {
    server.use(mode)
    const found = await findingOf()
    expect(found).toMatchObject({ state: 'failed', says: expect.stringMatching(why) })
    expect(found?.says).not.toContain(KEY)
  })
})

describe('embeddings', () => {
  let dataDir = ''
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'doctor-'))
  })
  afterAll(() => rmSync(dataDir, { recursive: true }))

  async function findingOf(name: string) {
    const config = loadConfig({ DATA_DIR: dataDir, SEMANTIC: `local:${name}` })
    const findings = await examineWithoutDatabase(config, silentLogger, new Error('not opened'))
    return findings.find(({ part }) => part === 'embeddings')
  }

  it('report a missing local model with the command that downloads it', async () => {
    const says = expect.stringContaining('Run "npm run model:get -- tiny" and start again.')
    expect(await findingOf('tiny')).toEqual({ part: 'embeddings', state: 'failed', says })
  })

  it('report a working local model, and the file of a damaged one', async () => {
    const folder = await installTinyModel(dataDir, 'tiny')
    const says = expect.stringMatching(/^tiny@[0-9a-f]{12} answers with 7 dimensions$/)
    expect(await findingOf('tiny')).toMatchObject({ state: 'ok', says })
    writeFileSync(join(folder, 'tokenizer.json'), '{}')
    expect(await findingOf('tiny')).toMatchObject({
      state: 'failed',
      says: expect.stringContaining('tokenizer.json has another checksum'),
    })
  })
})
