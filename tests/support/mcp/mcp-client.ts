// Assistants over real HTTP, with the client of the protocol's own SDK.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** Revisions of the protocol: the present one, and the handshake that earlier clients begin with. */
export const ERAS = ['2026-07-28', 'legacy'] as const
export type Era = (typeof ERAS)[number]

export interface McpSession {
  client: Client
  /** Structured content of a tool's result. @throws Error with the text of a refusal */
  use<T = Record<string, unknown>>(tool: string, input?: Record<string, unknown>): Promise<T>
  /** Text of the refusal. @throws Error when the tool succeeds */
  refusal(tool: string, input?: Record<string, unknown>): Promise<string>
  close(): Promise<void>
}

/** Connects to a server. */
export async function openMcp(
  url: string,
  { era = '2026-07-28', headers = {} }: { era?: Era; headers?: Record<string, string> } = {},
): Promise<McpSession> {
  const mode = era === 'legacy' ? ('legacy' as const) : { pin: era }
  const client = new Client({ name: 'answerloom-tests', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  const call = async (name: string, input: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: input })
    const [block] = result.content as { type: string; text: string }[]
    return { ...result, text: block?.text ?? '' }
  }
  return {
    client,
    async use<T>(tool: string, input = {}) {
      const { text, isError, structuredContent } = await call(tool, input)
      if (isError) throw new Error(text)
      if (JSON.stringify(structuredContent) !== text) throw new Error('The text differs from the structured content.')
      return structuredContent as T
    },
    async refusal(tool, input = {}) {
      const { text, isError } = await call(tool, input)
      if (!isError) throw new Error(`${tool} answered: ${text}`)
      return text
    },
    close: () => client.close(),
  }
}
