import { expect, it } from 'vitest'
import { newId } from '../../../../kernel/ids.ts'
import { createVisitorTokens, VISITOR_TOKEN_MS } from './visitor-tokens.ts'

const FORMER_KEY = 'a secret key of thirty-two letters'
const tokens = createVisitorTokens([FORMER_KEY])
const workspace = newId()
const ADDRESS = '198.51.100.7'
const NOW = Date.UTC(2030, 0, 1)
const token = tokens.issue(workspace, ADDRESS, NOW)
const isValid = (one: string | undefined, position = NOW) => tokens.isValid(one, workspace, ADDRESS, position)

it('expires after a few minutes', () => {
  expect(isValid(token)).toBe(true)
  expect(VISITOR_TOKEN_MS).toBeLessThanOrEqual(5 * 60_000)
  expect(isValid(token, NOW + VISITOR_TOKEN_MS)).toBe(true)
  expect(isValid(token, NOW + VISITOR_TOKEN_MS + 1_000)).toBe(false)
  expect(isValid(tokens.issue(workspace, ADDRESS, NOW + 3_600_000)), 'issued in the future').toBe(false)
})

it('is valid for its workspace only', () => {
  expect(tokens.isValid(token, newId(), ADDRESS, NOW)).toBe(false)
})

it('is valid for its network only', () => {
  expect(tokens.isValid(token, workspace, '198.51.100.8', NOW)).toBe(false)
  expect(tokens.isValid(token, workspace, `::ffff:${ADDRESS}`, NOW), 'the same address in IPv6').toBe(true)
  const onIpv6 = tokens.issue(workspace, '2001:db8:1:2::7', NOW)
  expect(tokens.isValid(onIpv6, workspace, '2001:db8:1:2:ffff::1', NOW), 'the same /64').toBe(true)
  expect(tokens.isValid(onIpv6, workspace, '2001:db8:1:3::7', NOW)).toBe(false)
})

it('cannot be forged', () => {
  const [seconds = '', signature = ''] = token.split('.')
  const forged = [
    undefined,
    '',
    'x',
    seconds,
    `.${signature}`,
    `${Number(seconds) + 1}.${signature}`,
    `${seconds}.${signature.slice(1)}A`,
    `${token}\n`,
    `${token}.more`,
    createVisitorTokens(['another key of thirty-two letters']).issue(workspace, ADDRESS, NOW),
  ]
  for (const attempt of forged) expect(isValid(attempt), String(attempt)).toBe(false)
})

it('stays valid after a key rotation while the previous key is configured', () => {
  const both = createVisitorTokens(['another key of thirty-two letters', FORMER_KEY])
  const newOnly = createVisitorTokens(['another key of thirty-two letters'])
  expect(both.isValid(token, workspace, ADDRESS, NOW)).toBe(true)
  expect(newOnly.isValid(token, workspace, ADDRESS, NOW)).toBe(false)
  expect(newOnly.isValid(both.issue(workspace, ADDRESS, NOW), workspace, ADDRESS, NOW)).toBe(true)
})
