// A workspace with a few FAQs, whose answers a language model writes over real HTTP.
import { askInput } from '../../../src/features/answering/contract.ts'
import { type AnsweringServices, answerQuestion } from '../../../src/features/answering/server/answer-question.ts'
import { AnswerCache, type Generate } from '../../../src/features/answering/server/index.ts'
import { createFaq } from '../../../src/features/faqs/server/index.ts'
import { createTextGenerator } from '../../../src/platform/llm/index.ts'
import { silentLogger } from '../../../src/platform/log/index.ts'
import { createTestContext, faqInput } from '../content/test-context.ts'
import { startLlmServer } from './llm-server.ts'

export interface AskOptions {
  services?: Partial<AnsweringServices>
  conversation_id?: string
  /** Says whether the visitor may cause a call; asked before each. */
  mayUseModel?: () => boolean
}

/** @param faqs questions with their answers */
export async function createModelWorkspace(faqs: readonly (readonly [question: string, answer: string])[]) {
  const testContext = await createTestContext()
  const llm = await startLlmServer({ pauseMs: 5 })
  const owner = await testContext.person({ freeAccess: true })
  const workspaceId = (await testContext.workspace(owner, 'Kettle')).id
  const visitor = await testContext.visitor(workspaceId)
  const writer = await testContext.as(owner, workspaceId, 'faq.write')
  for (const [question, answer] of faqs) await createFaq(writer, faqInput({ question, answer }))

  /** A generator of its own: failures of one must not open the breaker of the next. */
  const createGenerator = (): Generate => {
    const ai = {
      provider: 'openai-compatible',
      model: 'fake',
      baseUrl: llm.url,
      apiKey: 'k',
      timeoutMs: 1_500,
    } as const
    const write = createTextGenerator(ai, silentLogger)
    return ({ prompt, ...rest }) => write({ ...rest, messages: [{ role: 'user', content: prompt }] })
  }

  async function ask(question: string, options: AskOptions = {}) {
    const deltas: string[] = []
    const services: AnsweringServices = {
      appUrl: new URL('https://help.example.com'),
      generate: createGenerator(),
      cache: new AnswerCache(10),
      log: () => {},
      ...options.services,
    }
    const { conversation_id } = options
    const input = askInput.parse({ workspace_id: workspaceId, question, ...(conversation_id && { conversation_id }) })
    const out = await answerQuestion(services, visitor, input, {
      signal: AbortSignal.timeout(10_000),
      mayUseModel: async () => options.mayUseModel?.() ?? true,
      onModel: () => {},
      onSources: async () => {},
      onDelta: async (text) => {
        deltas.push(text)
      },
    })
    return { ...out, deltas }
  }
  return { testContext, llm, workspaceId, visitor, writer, createGenerator, ask }
}
export type ModelWorkspace = Awaited<ReturnType<typeof createModelWorkspace>>
