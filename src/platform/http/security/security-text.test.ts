import { expect, test } from 'vitest'
import { createSecurityText } from '../index.ts'

const APP_URL = new URL('https://help.example.com')
const read = (contact: string | null) => createSecurityText(contact, APP_URL).request('/.well-known/security.txt')

test('security.txt contains the contact, and expires within a year', async () => {
  const answer = await read('security@example.com')
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; ?charset=utf-8$/i)
  const [, contact, expires, canonical] =
    /^Contact: (.+)\nExpires: (.+)\nPreferred-Languages: en\nCanonical: (.+)\n$/.exec(await answer.text()) ?? []
  expect(contact).toBe('mailto:security@example.com')
  expect(canonical).toBe('https://help.example.com/.well-known/security.txt')
  const days = (Date.parse(expires ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(80)
  expect(days).toBeLessThan(365)
})

test('security.txt is missing without a contact', async () => {
  expect((await read(null)).status).toBe(404)
})
