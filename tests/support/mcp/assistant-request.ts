import type { TestApp } from '../app/test-app.ts'

/** Parameters of an assistant that has registered and asks for access, with the challenge of a verifier. */
export async function assistantRequest(app: TestApp, challenge = 'c'.repeat(43)) {
  const redirect_uri = 'http://127.0.0.1:33418/callback'
  const response = await app.fetch(
    new Request('http://localhost:3000/oauth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Assistant', redirect_uris: [redirect_uri] }),
    }),
  )
  const { client_id } = (await response.json()) as { client_id: string }
  return {
    client_id,
    redirect_uri,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    resource: 'http://localhost:3000/mcp',
  }
}
