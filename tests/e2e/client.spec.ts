// packages/client against a real server, as a program on a server would use it.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { AnswerloomError, type AskEvent, createClient } from '../../packages/client/src/index.ts'
import { expect, test } from '../support/content/shop.ts'
import { ownerCalls } from '../support/content/widget-shop.ts'

const QUESTION = 'Which wool do you use?'
const REFUSED = { name: 'AnswerloomError', requestId: expect.any(String), message: expect.any(String) }

/** The error that a call ends with. */
const failureOf = (call: Promise<unknown>): Promise<AnswerloomError> =>
  call.then(
    () => {
      throw new Error('It was not refused.')
    },
    (error) => error,
  )

test('the client reads published content', async ({ app, shop }) => {
  const client = createClient({ server: app.url, subdomain: shop.subdomain })
  expect(await client.workspace()).toMatchObject({ name: 'Woven Goods', subdomain: shop.subdomain })
  const faqs = await client.faqs()
  expect(faqs.map(({ question }) => question)).toHaveLength(5)
  expect(faqs[0]?.blocks).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'list', ordered: true })]))
  expect(await client.faqs({ limit: 2 })).toEqual(faqs.slice(0, 2))
  const [first] = await client.search('blanket', { limit: 1 })
  expect(first).toMatchObject({ kind: 'faq', title: 'How do I wash a blanket?' })
  const [typed] = await client.search('blank', { prefix: true })
  expect(typed).toEqual(expect.objectContaining({ id: first?.id }))
})

test('the client asks, streams, votes and asks for a person', async ({ app, newShop }) => {
  const shop = await newShop()
  const client = createClient({
    server: `${app.url}/`,
    subdomain: shop.subdomain,
    pageUrl: 'https://shop.example/cart',
  })
  const conversation = client.conversation()
  const answer = await conversation.ask(QUESTION)
  expect(answer).toMatchObject({ outcome: 'answered', conversation_id: conversation.id })
  const events: AskEvent[] = []
  for await (const event of conversation.askStream('How do I wash a blanket?')) events.push(event)
  const written = events.flatMap((event) => (event.type === 'delta' ? [event.text] : [])).join('')
  expect(events[0]).toMatchObject({ type: 'sources', sources: [{ title: 'How do I wash a blanket?' }] })
  expect(events.at(-1)).toMatchObject({ type: 'answer', answer: { answer: written, conversation_id: conversation.id } })

  await client.vote(answer.message_id, 'down', { reason: 'Too short.' })
  await client.handoff({ messageId: answer.message_id }, 'visitor@example.test', { note: 'Please call.' })
  await client.handoff({ question: 'Do you ship to the moon?', conversationId: conversation.id }, 'v@example.test')
  const { items } = (await shop.call('GET', '/questions')) as { items: object[] }
  expect(items).toEqual([
    expect.objectContaining({ question: 'Do you ship to the moon?', visitor_email: 'v@example.test' }),
    expect.objectContaining({ question: 'How do I wash a blanket?', page_url: 'https://shop.example/cart' }),
    expect.objectContaining({ question: QUESTION, vote: 'down', visitor_email: 'visitor@example.test' }),
  ])
  await client.vote(answer.message_id, null)
  const [, , third] = ((await shop.call('GET', '/questions')) as { items: { vote: unknown }[] }).items
  expect(third?.vote).toBe(null)
})

test('the client reports the reason of a failed request', async ({ app, shop }) => {
  const missing = createClient({ server: app.url, subdomain: 'no-such-shop' })
  const client = createClient({ server: app.url, subdomain: shop.subdomain })
  const calls = [
    missing.workspace(),
    missing.faqs(),
    missing.search('x'),
    missing.ask('x'),
    missing.askStream('x').next(),
  ]
  for (const failure of await Promise.all(calls.map(failureOf)))
    expect(failure).toMatchObject({ ...REFUSED, status: 404, code: 'workspace.not_found' })
  const empty = await failureOf(client.ask(' '))
  expect(empty).toBeInstanceOf(AnswerloomError)
  expect(empty).toMatchObject({ status: 400, code: 'request.invalid', details: { fields: [{ path: 'question' }] } })
  const unreachable = createClient({ server: 'http://127.0.0.1:1', subdomain: 'demo' })
  expect(await failureOf(unreachable.ask('x'))).toMatchObject({ status: 0, code: 'client.unreachable' })
  const aborted = await failureOf(client.ask(QUESTION, { signal: AbortSignal.abort() }))
  expect(aborted).toMatchObject({ name: 'AbortError' })
})

test('a stream ends when it is left or aborted', async ({ app, shop }) => {
  const client = createClient({ server: app.url, subdomain: shop.subdomain })
  for await (const event of client.askStream(QUESTION)) {
    expect(event.type).toBe('sources')
    break
  }
  const controller = new AbortController()
  const stream = client.askStream(QUESTION, { signal: controller.signal })
  await stream.next()
  controller.abort()
  // The rest may have arrived before the signal; then it ends without one more event.
  const rest = await Array.fromAsync(stream).catch((error) => error)
  expect(Array.isArray(rest) ? rest.at(-1)?.type : rest.name).toMatch(/^(answer|AbortError)$/)
})

test('the client gets the token that a workspace with listed origins requires', async ({ app, newShop }) => {
  const shop = await newShop()
  const call = await ownerCalls(app, shop)
  await call('workspaces/allowedOrigins/replace', { origins: ['https://shop.example'] })
  const from = (origin: string) =>
    createClient({
      server: app.url,
      subdomain: shop.subdomain,
      fetch: (url, init) => fetch(url, { ...init, headers: { ...Object(init?.headers), origin } }),
    })
  const allowed = from('https://shop.example')
  for (const question of [QUESTION, 'How do I wash a blanket?'])
    expect(await allowed.ask(question)).toMatchObject({ outcome: 'answered' })
  await allowed.handoff({ question: 'Do you ship to the moon?' }, 'v@example.test')
  expect(await failureOf(from('https://evil.example').ask(QUESTION))).toMatchObject({
    status: 403,
    code: 'widget.origin_not_allowed',
  })
})

test("the guide's example runs on Node", async ({ app, shop }, testInfo) => {
  const folder = path.join(import.meta.dirname, '../../packages/client')
  const example = readFileSync(path.join(folder, 'examples/ask.ts'), 'utf8')
    .replace('https://help.example.com', app.url)
    .replace("'demo'", `'${shop.subdomain}'`)
    .replace("'@answerloom/client'", `'${path.join(folder, 'src/index.ts')}'`)
  const file = testInfo.outputPath('ask.ts')
  writeFileSync(file, example)
  const { stdout } = await promisify(execFile)(process.execPath, [file])
  expect(stdout.replaceAll('\n', '')).toContain('Merino from small farms.')
})
