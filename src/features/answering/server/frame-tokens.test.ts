import { expect, it } from 'vitest'
import { newId } from '../../../kernel/ids.ts'
import { createFrameTokens, FRAME_TOKEN_MS } from './frame-tokens.ts'

const tokens = createFrameTokens(['a secret key of thirty-two letters'])
const workspace = newId()
const NOW = Date.UTC(2030, 0, 1)

it('holds for its workspace, for ten minutes', () => {
  const token = tokens.issue(workspace, NOW)
  expect(tokens.holds(token, workspace, NOW)).toBe(true)
  expect(tokens.holds(token, workspace, NOW + FRAME_TOKEN_MS)).toBe(true)
  expect(tokens.holds(token, workspace, NOW + FRAME_TOKEN_MS + 1_000)).toBe(false)
  expect(tokens.holds(token, newId(), NOW), 'another workspace').toBe(false)
  expect(tokens.holds(tokens.issue(workspace, NOW + 3_600_000), workspace, NOW), 'from the future').toBe(false)
})

it('cannot be made up', () => {
  const token = tokens.issue(workspace, NOW)
  const [id = '', seconds = '', signature = ''] = token.split('.')
  const forged = [
    undefined,
    '',
    'x',
    `${id}.${seconds}`,
    `${id}.${Number(seconds) + 1}.${signature}`,
    `${newId()}.${seconds}.${signature}`,
    `${id}.${seconds}.${signature.slice(1)}A`,
    `${token}\n`,
    `${token}.more`,
    createFrameTokens(['another key of thirty-two letters']).issue(workspace, NOW),
  ]
  for (const attempt of forged) {
    expect(tokens.holds(attempt, workspace, NOW), String(attempt)).toBe(false)
    expect(tokens.renew(attempt ?? '', NOW)).toBeNull()
  }
})

it('is renewed for a day', () => {
  const token = tokens.issue(workspace, NOW)
  const later = NOW + 3 * 3_600_000
  const renewed = tokens.renew(token, later)
  expect(tokens.holds(renewed ?? '', workspace, later)).toBe(true)
  expect(tokens.renew(token, NOW + 25 * 3_600_000)).toBeNull()
})

it('outlives a change of the key while the earlier one is known', () => {
  const token = tokens.issue(workspace, NOW)
  const changed = ['another key of thirty-two letters', 'a secret key of thirty-two letters']
  expect(createFrameTokens(changed).holds(token, workspace, NOW)).toBe(true)
  const renewed = createFrameTokens(changed).renew(token, NOW) ?? ''
  expect(createFrameTokens(changed.slice(0, 1)).holds(renewed, workspace, NOW)).toBe(true)
  expect(createFrameTokens(changed.slice(0, 1)).holds(token, workspace, NOW)).toBe(false)
})
