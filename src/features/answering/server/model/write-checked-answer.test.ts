// An answer to a visitor by each provider: through the product's own prompt, over real HTTP, to cited sentences.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAnthropicServer } from '../../../../../tests/support/models/anthropic-server.ts'
import { startLlmServer } from '../../../../../tests/support/models/llm-server.ts'
import type { LlmServer } from '../../../../../tests/support/models/model-server.ts'
import { startOpenAiServer } from '../../../../../tests/support/models/openai-server.ts'
import { createTextGenerator } from '../../../../platform/llm/index.ts'
import { silentLogger } from '../../../../platform/log/index.ts'
import { rewriteFollowUp } from './rewrite-question.ts'
import type { Generate } from './short-reply.ts'
import { writeCheckedAnswer } from './write-checked-answer.ts'

const refunds = { title: 'How do I get a refund?', text: 'Refunds are paid within 5 days to your card. Ask us.' }
const hours = { title: 'When are you open?', text: 'We open at nine.' }

describe.each([
  { provider: 'anthropic', start: startAnthropicServer },
  { provider: 'openai', start: startOpenAiServer },
  { provider: 'openai-compatible', start: startLlmServer },
] as const)('$provider', ({ provider, start }) => {
  let server: LlmServer
  let generate: Generate
  beforeAll(async () => {
    server = await start({ pauseMs: 5 })
    const ai = { provider, model: 'fake-model', baseUrl: server.url, apiKey: 'k', timeoutMs: 10_000 }
    const write = createTextGenerator(ai, silentLogger)
    generate = ({ prompt, ...o }) => write({ ...o, messages: [{ role: 'user', content: prompt }] })
  })
  afterAll(() => server.close())

  async function answer() {
    const deltas: string[] = []
    const written = await writeCheckedAnswer(generate, {
      workspaceName: 'Kettle',
      style: { tone: 'friendly', instructions: '' },
      question: 'How long does a refund take?',
      turns: [],
      passages: [refunds, hours],
      reviewsClaims: true,
      signal: AbortSignal.timeout(10_000),
      onDelta: async (text) => void deltas.push(text),
    })
    return { ...written, deltas }
  }

  it('shows an answer with only the sources that it cites, without citation marks', async () => {
    server.use('good')
    const { deltas, ...written } = await answer()
    expect(written).toEqual({
      text: 'Refunds are paid within 5 days to your card.',
      used: [0],
      outcome: 'answered',
      leftOut: 0,
    })
    expect(deltas.join('').trimEnd()).toBe(written.text)
    const [system, user] = server.requests.at(-1)?.messages ?? []
    expect(system?.content).toContain('help center of "Kettle"')
    expect(user?.content).toContain('<question>\nHow long does a refund take?\n</question>')
  })

  it('refuses an answer that the passages do not support or when they lack the answer', async () => {
    server.use('false_citations')
    expect(await answer()).toMatchObject({ outcome: 'unusable', used: [], deltas: [] })
    server.use('not_found')
    expect(await answer()).toMatchObject({ outcome: 'refused', used: [], deltas: [] })
  })

  it("treats a refusal in the model's own words as a failure", async () => {
    server.use('refused')
    await expect(answer()).rejects.toMatchObject({ kind: 'unavailable' })
  })

  it('searches with the original follow-up when it cannot be rewritten', async () => {
    server.use('unauthorized')
    const turns = [{ question: 'How do I get a refund?', answer: refunds.text }]
    expect(await rewriteFollowUp(generate, 'how long?', turns, AbortSignal.timeout(10_000))).toBe(null)
  })
})
