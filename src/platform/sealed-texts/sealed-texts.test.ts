import { describe, expect, test } from 'vitest'
import { createSealedTexts } from './index.ts'

const KEY = 'a key of thirty-two characters!!'
const OLD = 'an earlier key of enough letters'
const { seal, unseal } = createSealedTexts([KEY])

describe('a sealed text', () => {
  test('can be read by the instance that wrote it', () => {
    expect(unseal(seal('ntn_token äöü', 'workspace 1'), 'workspace 1')).toBe('ntn_token äöü')
    expect(unseal(seal('', 'workspace 1'), 'workspace 1')).toBe('')
  })

  test('does not reveal the text, and differs each time', () => {
    const sealed = seal('ntn_token', 'w')
    expect(sealed).not.toContain('ntn_token')
    expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('ntn_token')
    expect(seal('ntn_token', 'w')).not.toBe(sealed)
  })

  test('can be opened only in its context', () => {
    expect(unseal(seal('ntn_token', 'workspace 1'), 'workspace 2')).toBeNull()
  })

  test('is refused when altered by a bit, truncated, or from another instance', () => {
    const [version, id, body = ''] = seal('ntn_token', 'w').split('.')
    const bytes = Buffer.from(body, 'base64url')
    for (let index = 0; index < bytes.length; index++) {
      const altered = Buffer.from(bytes)
      altered[index] = (altered[index] ?? 0) ^ 1
      expect(unseal(`${version}.${id}.${altered.toString('base64url')}`, 'w')).toBeNull()
    }
    expect(unseal(`${version}.${id}.${body.slice(0, 20)}`, 'w')).toBeNull()
    expect(unseal(`v2.${id}.${body}`, 'w')).toBeNull()
    expect(unseal('', 'w')).toBeNull()
    expect(createSealedTexts([OLD]).unseal(`${version}.${id}.${body}`, 'w')).toBeNull()
  })

  test('survives a key rotation while the previous key is configured, and is encrypted again with the new one', () => {
    const sealed = createSealedTexts([OLD]).seal('ntn_token', 'w')
    const renewed = createSealedTexts([KEY, OLD])
    expect(renewed.unseal(sealed, 'w')).toBe('ntn_token')
    expect(unseal(renewed.seal('ntn_token', 'w'), 'w')).toBe('ntn_token')
  })
})
