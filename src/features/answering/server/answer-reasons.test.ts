import { describe, expect, it } from 'vitest'
import { answerFrom } from '../domain/answer-gate.ts'
import { statedProbability } from './answer-reasons.ts'

const sure = (answerFrom('usual') + 1) / 2
const unsure = answerFrom('usual') - 0.1

describe('the stated probability', () => {
  it('is that of an answer, and that which was too low for one', () => {
    expect(statedProbability({ probability: sure, obstacle: null }, 'answered', 'usual')).toBe(sure)
    expect(statedProbability({ probability: unsure, obstacle: null }, 'suggested', 'usual')).toBe(unsure)
    expect(statedProbability({ probability: 0.01, obstacle: null }, 'refused', 'usual')).toBe(0.01)
    expect(statedProbability({ probability: sure, obstacle: null }, 'suggested', 'less')).toBe(sure)
  })

  it('contradicts no outcome', () => {
    expect(statedProbability({ probability: sure, obstacle: 'subject' }, 'refused', 'usual')).toBeNull()
    expect(statedProbability({ probability: unsure, obstacle: null }, 'refused', 'usual')).toBeNull()
    expect(statedProbability({ probability: sure, obstacle: 'platform' }, 'suggested', 'usual')).toBeNull()
    expect(statedProbability({ probability: sure, obstacle: null }, 'suggested', 'usual')).toBeNull()
    expect(statedProbability({ probability: sure, obstacle: null }, 'unavailable', 'usual')).toBeNull()
    expect(statedProbability({ probability: null, obstacle: 'subject' }, 'refused', 'usual')).toBeNull()
  })
})
