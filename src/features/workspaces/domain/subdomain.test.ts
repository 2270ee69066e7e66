import { describe, expect, it } from 'vitest'
import { isValidSubdomain, RESERVED_SUBDOMAINS, subdomainCandidates } from './subdomain.ts'

const first = (name: string, count: number) => {
  let n = 0
  const random = () => `random${++n}`
  const out: string[] = []
  for (const candidate of subdomainCandidates(name, random)) {
    out.push(candidate)
    if (out.length === count) break
  }
  return out
}

describe('subdomainCandidates', () => {
  it.each([
    ['Nimbus Bikes', ['nimbus-bikes', 'nimbus-bikes-2', 'nimbus-bikes-3']],
    ['  Zürich & Söhne GmbH ', ['zurich-sohne-gmbh', 'zurich-sohne-gmbh-2', 'zurich-sohne-gmbh-3']],
    ['API', ['api-2', 'api-3', 'api-4']],
    ['Ab', ['ab-help', 'ab-help-2', 'ab-help-3']],
    ['7', ['7-help', '7-help-2', '7-help-3']],
    ['ns', ['ns-help', 'ns-help-2', 'ns-help-3']],
    ['日本語', ['help-random1', 'help-random2', 'help-random3']],
    ['!!!', ['help-random1', 'help-random2', 'help-random3']],
    ['', ['help-random1', 'help-random2', 'help-random3']],
  ])('%j', (name, expected) => expect(first(name, 3)).toEqual(expected))

  it('truncates a long name so that its number fits, without a trailing hyphen', () => {
    const [plain, second] = first(`${'a'.repeat(47)} bcdefgh`, 2)
    expect(plain).toBe(`${'a'.repeat(47)}-bc`)
    expect(second).toBe(`${'a'.repeat(47)}-2`)
  })

  it('uses random candidates after twenty, without repetition', () => {
    const candidates = first('Acme', 40)
    expect(candidates[19]).toBe('acme-20')
    expect(candidates[20]).toBe('acme-random1')
    expect(new Set(candidates).size).toBe(40)
  })

  it('returns only valid names for any input', () => {
    for (const name of ['www', 'Admin', 'x', '--', 'a'.repeat(300), 'ﬁne café', 'a - b', 'ns 1', '١٢٣']) {
      let seen = 0
      for (const candidate of subdomainCandidates(name)) {
        expect(candidate).toSatisfy(isValidSubdomain)
        if (++seen === 30) break
      }
    }
  })
})

describe('isValidSubdomain', () => {
  it.each(['abc', 'a1c', '123', 'acme-help', 'a'.repeat(50)])('accepts %s', (value) =>
    expect(isValidSubdomain(value)).toBe(true),
  )
  it.each(['', 'ab', 'a'.repeat(51), '-ab', 'ab-', 'a--b', 'xn--ab', 'Abc', 'a.b', 'a_b', 'ä-b', 'abc\n', 'www'])(
    'refuses %j',
    (value) => expect(isValidSubdomain(value)).toBe(false),
  )
  it('reserves the listed names, each a valid subdomain', () => {
    for (const word of ['www', 'api', 'admin', 'app', 'auth', 'mail', 'static', 'assets', 'cdn', 'status', 'help']) {
      expect(RESERVED_SUBDOMAINS).toContain(word)
      expect(isValidSubdomain(word)).toBe(false)
    }
    for (const word of RESERVED_SUBDOMAINS) expect(word).toMatch(/^[a-z0-9]+$/)
  })
})
