// The operator's command: what it gives, and to whom.
import { describe, expect, it } from 'vitest'
import { join } from '../../../../tests/support/accounts/account-client.ts'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import { readOperatorArguments } from '../../../wire/operator.ts'
import { grantPlan } from './grant-plan.ts'

const app = await createTestApp()
const grant = (...words: string[]) => grantPlan(app.core.billing.services, readOperatorArguments('plan:grant', words))

describe('plan:grant', () => {
  it('gives free access and removes it', async () => {
    const { email, client } = await join(app)
    expect(await grant('--email', email.toUpperCase(), '--free-access')).toMatchObject({ email, plan: 'free_access' })
    expect(await client.billing.access()).toMatchObject({ plan: 'free_access', limits: { faqs: null, members: null } })
    expect(await grant('--email', email, '--no-free-access')).toMatchObject({ plan: 'trial', has_free_access: false })
    expect(await client.billing.access()).toMatchObject({ plan: 'trial' })
  })

  it('extends or ends a trial', async () => {
    const { email, client } = await join(app)
    await grant('--email', email, '--trial-days', '0')
    expect(await client.billing.access()).toMatchObject({ plan: 'none', paywall: true, days_left: 0 })
    await grant('--email', email, '--trial-days', '14')
    expect(await client.billing.access()).toMatchObject({ plan: 'trial', paywall: false, days_left: 14 })
  })

  it.each([
    [['--free-access'], '--email is missing. Usage: plan:grant --email EMAIL --free-access'],
    [['--email', 'nobody', '--free-access'], '--email is not an email address.'],
    [['--email', 'a@example.com'], 'there is nothing to grant'],
    [['--email', 'a@example.com', '--trial-days', 'many'], '--trial-days is not a number.'],
    [['--email', 'a@example.com', '--trial-days=-1'], '--trial-days is negative.'],
    [['--email', 'a@example.com', '--gold'], "Unknown option '--gold'"],
  ])('refuses %j', (words, message) => expect(() => readOperatorArguments('plan:grant', words)).toThrow(message))

  it('reports an unknown account', async () => {
    await expect(grant('--email', 'nobody@example.com', '--free-access')).rejects.toThrow(
      'There is no account with the address nobody@example.com.',
    )
  })
})
