import { AnswerloomError, createClient } from '@answerloom/client'

const client = createClient({ server: 'https://help.example.com', subdomain: 'demo' })
const conversation = client.conversation()
try {
  for await (const event of conversation.askStream('Which wool do you use?'))
    if (event.type === 'delta') console.log(event.text)
} catch (error) {
  if (error instanceof AnswerloomError) console.error(error.code, error.requestId, error.retryAfter)
}
