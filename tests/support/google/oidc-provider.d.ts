// Types of the parts of `oidc-provider` that the fake of Google uses; the package has none.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface Interaction {
    uid: string
    prompt: { name: string }
    params: Record<string, unknown>
  }
  export interface Account {
    accountId: string
    claims(): Record<string, unknown>
  }
  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }
  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    Client: { prototype: { redirectUriAllowed(uri: string): boolean } }
    AuthorizationCode: { prototype: object }
    Grant: new (options: {
      accountId: string
      clientId: string
    }) => Grant
    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>
    interactionDetails(req: IncomingMessage, res: ServerResponse): Promise<Interaction>
    interactionFinished(
      req: IncomingMessage,
      res: ServerResponse,
      result: Record<string, unknown>,
      options?: { mergeWithLastSubmission?: boolean },
    ): Promise<void>
  }
  export const interactionPolicy: {
    Prompt: new (options: { name: string; requestable: boolean }) => unknown
    base(): { add(prompt: unknown, index?: number): void }
  }
}
