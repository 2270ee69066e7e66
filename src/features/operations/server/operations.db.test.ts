import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import { publishedFaqs } from '../../faqs/server/index.ts'
import { visitorContext } from '../../workspaces/server/index.ts'
import { createWorkspaceForOperator } from './create-workspace-command.ts'
import { seedDemo } from './seed-demo.ts'

const app = await createTestApp()

describe('workspace:create', () => {
  const create = (options: object) =>
    createWorkspaceForOperator(app.core.services, app.core.accounts, {
      password: 'woven-thread-7',
      name: 'Kettle',
      ...options,
    })
  const people = (email: string) =>
    app.rows(`select p.has_free_access from users u join profiles p on p.id = u.id where u.email = '${email}'`)

  it('creates an account with a trial for a new email, and another workspace for a known one', async () => {
    const first = await create({ email: 'Op@Example.com' })
    const second = await create({ email: 'op@example.com', password: 'another-password', free_access: true })
    expect([first.subdomain, second.subdomain]).toEqual(['kettle', 'kettle-2'])
    expect(await people('op@example.com')).toEqual([{ has_free_access: true }])
    expect(await app.rpc('accounts/signIn', { email: 'op@example.com', password: 'woven-thread-7' })).toMatchObject({
      status: 200,
    })
    const list = await app.rest({ method: 'GET', path: '/faqs' }, {}, second.api_key)
    expect(list).toMatchObject({ status: 200, body: { items: [], next_cursor: null } })
  })

  it.each([
    [{ email: 'nonsense' }, /--email is not an email address/],
    [{ email: 'a@example.com', password: '123' }, /--password must be at least 6 characters long/],
    [{ email: 'a@example.com', name: ' ' }, /--name is empty/],
  ])('reports the error in %j and saves nothing', async (wrong, message) => {
    await expect(create(wrong)).rejects.toThrow(message)
    expect(await people('a@example.com')).toEqual([])
  })
})

describe('the demo workspace', () => {
  it('is created once, completely, and not again after a deletion', async () => {
    const { services } = app.core
    expect(await Promise.all([seedDemo(services), seedDemo(services)])).toEqual(expect.arrayContaining([true, false]))
    const context = await visitorContext(services, { subdomain: 'demo' })
    expect(await publishedFaqs(context!)).toHaveLength(36)
    expect(await app.rows(`select state from sources where workspace_id = '${context!.workspaceId}'`)).toEqual(
      Array(3).fill({ state: 'ready' }),
    )
    await app.rows(`delete from workspaces where subdomain = 'demo'`)
    expect(await seedDemo(services)).toBe(false)
    expect(await visitorContext(services, { subdomain: 'demo' })).toBeNull()
  })

  it('has an owner without a sign-in method', async () => {
    expect(await app.rpc('accounts/signIn', { email: 'demo@answerloom.invalid', password: '!' })).toMatchObject({
      status: 400,
    })
  })
})
