import { expect, it } from 'vitest'
import { fitsType, lacksType, questionType } from './question-type.ts'

it('classifies how often and how fast as time, and how many as an amount', () => {
  for (const text of ['how often do I have to renew it', 'how fast do I see it', 'wie lange dauert das'])
    expect([text, questionType(text)]).toEqual([text, 'time'])
  for (const text of ['how many people can join', 'wie viele Geräte'])
    expect([text, questionType(text)]).toEqual([text, 'amount'])
  expect(questionType('when is it open')).toBe('time')
})

it('requires a number for an amount, but not for a time', () => {
  expect(lacksType('amount', 'As many as you like.')).toBe(true)
  expect(lacksType('amount', 'Up to five.')).toBe(false)
  expect(lacksType('time', 'Whenever your data has changed a lot.')).toBe(false)
  expect(fitsType('time', 'Immediately.')).toBe(true)
})
