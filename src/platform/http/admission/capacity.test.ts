import { expect, it } from 'vitest'
import { createCapacity } from './capacity.ts'

/** A process under observation: `second` lets four looks pass, in which so many requests are done. */
function observed(most: number) {
  const state = { now: 0, utilisation: 0, waiting: false }
  const capacity = createCapacity(most, {
    now: () => state.now,
    utilisation: () => state.utilisation,
    isWaiting: () => state.waiting,
  })
  const second = (done: number) => {
    for (let quarter = 0; quarter < 4; quarter++) {
      for (let index = 0; index < done / 4; index++) capacity.done()
      state.now += 250
      capacity.room()
    }
  }
  return { state, capacity, second }
}

it('the maximum number is accepted while the process has idle time, however few requests are done', () => {
  const { state, capacity, second } = observed(200)
  expect(capacity.room()).toBe(200)
  state.utilisation = 0.6
  second(4)
  expect(capacity.room()).toBe(200)
})

it('the number done in half a second is accepted while the thread is never idle', () => {
  const { state, capacity, second } = observed(200)
  state.utilisation = 1
  for (let index = 0; index < 4; index++) second(160)
  expect(capacity.room()).toBe(80)
  for (let index = 0; index < 4; index++) second(4_000)
  expect(capacity.room(), 'never more than it may').toBe(200)
  for (let index = 0; index < 8; index++) second(4)
  expect(capacity.room(), 'never so few that nothing goes on').toBe(32)
})

it('requests that wait for the database also count as saturation', () => {
  const { state, capacity, second } = observed(200)
  state.utilisation = 0.5
  state.waiting = true
  for (let index = 0; index < 4; index++) second(200)
  expect(capacity.room()).toBe(100)
})

it('a short period of work does not lower the limit', () => {
  const { state, capacity } = observed(200)
  state.utilisation = 1
  for (let looks = 0; looks < 2; looks++) {
    state.now += 250
    expect(capacity.room()).toBe(200)
  }
  state.utilisation = 0.2
  state.now += 250
  expect(capacity.room()).toBe(200)
})

it('the limit is restored as soon as the process has idle time, or after a pause', () => {
  const { state, capacity, second } = observed(200)
  state.utilisation = 1
  for (let index = 0; index < 4; index++) second(80)
  state.utilisation = 0.4
  state.now += 250
  expect(capacity.room()).toBe(200)
  state.utilisation = 1
  for (let index = 0; index < 4; index++) second(80)
  state.now += 5_000
  expect(capacity.room()).toBe(200)
})
