import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import { ANSWER_INSTRUCTIONS_MAX, INVALID_CONTACT_EMAIL } from '../contract.ts'

const app = await createTestApp()
const mine = await app.tenant('Settled')

async function call(name: 'get' | 'update', input: object = {}) {
  const { cookie, workspaceId } = mine
  const { status, body } = await app.rpc(`workspaces/settings/${name}`, input, { cookie, workspaceId })
  return { status, json: (body as { json: Record<string, unknown> }).json }
}

async function version(): Promise<number> {
  const [row] = await app.rows(`select content_version from workspaces where id = '${mine.workspaceId}'`)
  return Number((row as { content_version: string }).content_version)
}

describe('the settings of a workspace', () => {
  it('have the specified defaults', async () => {
    expect((await call('get')).json).toEqual({
      name: 'Settled',
      subdomain: 'settled',
      contact_email: null,
      answer_tone: 'friendly',
      answer_instructions: '',
      answer_level: 'usual',
      small_talk_replies: {},
      monthly_tokens: null,
      search_engine_visible: true,
      mcp_enabled: true,
      visitor_retention_days: null,
      second_factor_required: false,
    })
  })

  it('change only when they are named', async () => {
    const before = await version()
    const contact = await call('update', { contact_email: ' help@settled.example ', search_engine_visible: false })
    expect(contact.json).toMatchObject({ contact_email: 'help@settled.example', search_engine_visible: false })
    expect(await version(), 'neither changes an answer').toBe(before)
    const tone = await call('update', { answer_tone: 'concise', answer_instructions: 'Say “blanket”, never “throw”.' })
    expect(tone.json).toMatchObject({ contact_email: 'help@settled.example', answer_tone: 'concise' })
    expect(await version(), 'answers in the former tone are not given again').toBeGreaterThan(before)
    const afterTone = await version()
    expect((await call('update', { answer_level: 'less' })).json).toMatchObject({ answer_level: 'less' })
    expect(await version(), 'answers at the former level are not given again').toBeGreaterThan(afterTone)
    expect((await call('update', { contact_email: '' })).json).toMatchObject({ contact_email: null })
    expect((await call('get')).json).toMatchObject({ answer_instructions: 'Say “blanket”, never “throw”.' })
  })

  it('allow assistants by default when the page is public, unless the owner decides otherwise', async () => {
    const serves = async () => (await call('get')).json.mcp_enabled
    const limitTo = (origins: string[]) =>
      app.rpc('workspaces/allowedOrigins/replace', { origins }, { cookie: mine.cookie, workspaceId: mine.workspaceId })
    await call('update', { search_engine_visible: true })
    expect(await serves()).toBe(true)
    await limitTo(['https://shop.example'])
    expect(await serves(), 'limited to some sites').toBe(false)
    await limitTo([])
    await call('update', { search_engine_visible: false })
    expect(await serves(), 'hidden from search engines').toBe(false)
    await call('update', { mcp_enabled: true })
    expect(await serves()).toBe(true)
    await call('update', { mcp_enabled: false, search_engine_visible: true })
    expect(await serves()).toBe(false)
  })

  it.each([
    [{ name: '   ' }, 'name', 'Please enter a workspace name.'],
    [{ name: 'x'.repeat(101) }, 'name', 'Please keep this to at most 100 characters.'],
    [{ contact_email: 'nobody' }, 'contact_email', INVALID_CONTACT_EMAIL],
    [{ contact_email: `${'x'.repeat(300)}@example.com` }, 'contact_email', INVALID_CONTACT_EMAIL],
    [{ answer_level: 'always' }, 'answer_level', 'Please choose when to answer.'],
    [{ answer_tone: 'rude' }, 'answer_tone', 'Please choose a tone.'],
    [
      { answer_instructions: 'x'.repeat(ANSWER_INSTRUCTIONS_MAX + 1) },
      'answer_instructions',
      'Please keep this to at most 2,000 characters.',
    ],
  ])('are refused with the field: %j', async (input, path, message) => {
    const before = (await call('get')).json
    const { status, json } = await call('update', input)
    expect(status).toBe(400)
    expect(json).toMatchObject({ data: { details: { fields: [{ path, message }] } } })
    expect((await call('get')).json).toEqual(before)
  })
})
