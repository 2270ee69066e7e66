import { beforeEach, describe, expect, it } from 'vitest'
import {
  type PlanStorage,
  planInPath,
  planPath,
  readStoredPlan,
  removePlans,
  reserveSelectedPlan,
  selectedPlanPath,
  storePlan,
  takeSelectedPlan,
} from './selected-plan.ts'

const HOUR = 60 * 60_000
const ada = { id: 'ada', email: 'ada@example.test' }
const bo = { id: 'bo', email: 'bo@example.test' }

function memoryOf(): PlanStorage['session'] {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}

let now: number
let memory: PlanStorage
beforeEach(() => {
  now = Date.UTC(2026, 0, 1)
  memory = { session: memoryOf(), local: memoryOf(), now: () => now }
})
const press = (productId = 'pro') => {
  memory.session.setItem('selectedPlan', JSON.stringify({ productId, priceId: productId }))
  memory.session.setItem('selectedPlanAt', String(now))
}

describe('a plan chosen before signing in', () => {
  it('is used once, by the user who signs in', () => {
    press()
    expect(selectedPlanPath(memory)).toBe('/dashboard/profile?tab=billing&plan=pro')
    expect(takeSelectedPlan(ada, memory)).toBe('pro')
    expect(takeSelectedPlan(ada, memory)).toBeNull()
    expect(selectedPlanPath(memory)).toBeNull()
  })

  it('is used only by the user who signed up with it', () => {
    press()
    reserveSelectedPlan(' Ada@Example.test ', memory)
    expect(takeSelectedPlan(bo, memory)).toBeNull()
    expect(takeSelectedPlan({ ...ada, email: 'Ada@example.test' }, memory)).toBe('pro')
  })

  it('expires after a day, and is dropped when it is invalid', () => {
    press()
    now += 23 * HOUR
    expect(selectedPlanPath(memory)).not.toBeNull()
    now += HOUR
    expect(takeSelectedPlan(ada, memory)).toBeNull()
    expect(memory.session.getItem('selectedPlan')).toBeNull()
    for (const text of ['{', '7', 'null', '{"productId":7}']) {
      memory.session.setItem('selectedPlan', text)
      expect(selectedPlanPath(memory)).toBeNull()
    }
  })

  it('is ignored without the time of the choice', () => {
    memory.session.setItem('selectedPlan', JSON.stringify({ productId: 'pro', priceId: 'pro' }))
    expect(selectedPlanPath(memory)).toBeNull()
  })
})

describe('a plan that waits for a workspace', () => {
  it('is kept for seven days', () => {
    storePlan(ada, 'pro', memory)
    now += 7 * 24 * HOUR - 1
    expect(readStoredPlan(ada, memory)).toBe('pro')
    now += 1
    expect(readStoredPlan(ada, memory)).toBeNull()
    now -= 24 * HOUR
    expect(readStoredPlan(ada, memory), 'it does not come back').toBeNull()
  })

  it('is not used for another account in the same browser', () => {
    storePlan(ada, 'pro', memory)
    expect(readStoredPlan(bo, memory)).toBeNull()
    expect(readStoredPlan(ada, memory)).toBe('pro')
  })

  it('is removed after it was shown', () => {
    press()
    storePlan(ada, 'pro', memory)
    removePlans(memory)
    expect([readStoredPlan(ada, memory), selectedPlanPath(memory)]).toEqual([null, null])
  })
})

it.each([
  [planPath('a&b'), 'a&b'],
  ['/profile?tab=billing&plan=pro', 'pro'],
  ['/dashboard/profile?tab=billing', null],
  ['/pages?plan=pro', null],
  [null, null],
])('the plan in %s is %s', (path, plan) => expect(planInPath(path)).toBe(plan))
