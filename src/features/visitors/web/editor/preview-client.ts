import { client } from '../../../../web/api/api.ts'
import { ApiError } from '../../../../web/api/api-error.ts'
import { AskFailure, type HelpClient, pageClient } from '../help-client.ts'

/** The preview's way to the server: it searches and asks like a visitor, and leaves nothing behind. */
export function previewClient(subdomain: string): HelpClient {
  return {
    search: pageClient({ subdomain, lang: '' }).search,
    async ask(question, signal, { onSources, onText }) {
      try {
        const askOutput = await client.visitors.tryAsking({ question }, { signal })
        onSources(askOutput.sources)
        onText(askOutput.answer)
        return askOutput
      } catch (askError) {
        throw askError instanceof ApiError && askError.kind !== 'network' ? new AskFailure() : askError
      }
    },
    vote: async () => {},
    handOff: async () => {},
  }
}
