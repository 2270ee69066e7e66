import { describe, expect, it } from 'vitest'
import { roleChangeRefusal } from './team-rules.ts'

const owner = (id: string) => ({ id, role: 'owner' as const })
const member = (id: string) => ({ id, role: 'member' as const })

describe('changing roles', () => {
  it('is refused for the only owner', () => {
    const team = { members: [owner('ada'), member('bob')], payerId: 'ada' }
    expect(roleChangeRefusal(team, 'ada', 'member')).toBe('last_owner')
    expect(roleChangeRefusal(team, 'ada', null)).toBe('last_owner')
    expect(roleChangeRefusal(team, 'bob', null)).toBeNull()
    expect(roleChangeRefusal(team, 'bob', 'owner')).toBeNull()
  })
  it('is refused for the paying owner, even with several owners', () => {
    const team = { members: [owner('ada'), owner('bob'), member('cem')], payerId: 'ada' }
    expect(roleChangeRefusal(team, 'ada', 'member')).toBe('payer')
    expect(roleChangeRefusal(team, 'ada', null)).toBe('payer')
    expect(roleChangeRefusal(team, 'ada', 'owner')).toBeNull()
    expect(roleChangeRefusal(team, 'bob', null)).toBeNull()
    expect(roleChangeRefusal(team, 'bob', 'member')).toBeNull()
  })
})
