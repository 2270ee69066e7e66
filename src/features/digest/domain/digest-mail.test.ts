import { expect, it } from 'vitest'
import { type DigestLetter, digestMail } from './digest-mail.ts'

const letter = (options: Partial<DigestLetter> = {}): DigestLetter => ({
  workspace: 'Woven Goods',
  frequency: 'daily',
  since: new Date('2026-11-20T23:30:00Z'),
  timeZone: 'Europe/Berlin',
  sections: [
    {
      title: '3 new gaps',
      lines: [{ text: 'How do I get a refund?', note: '5 visitors' }, { text: 'Do you ship to Norway?' }],
      more: 1,
      path: '/messages/gaps',
      linkText: 'See the gaps',
    },
    {
      title: '1 person waits',
      lines: [{ text: 'Call me' }],
      more: 0,
      path: '/messages?view=waiting',
      linkText: 'Reply',
    },
  ],
  origin: 'https://help.example.com',
  unsubscribeUrl: 'https://help.example.com/digest/unsubscribe?token=t',
  ...options,
})

it('contains the news, the links, and the way to unsubscribe, in both formats', () => {
  const { subject, text, html } = digestMail(letter())
  expect(subject).toBe('Woven Goods: 3 new gaps, 1 person waits')
  expect(text).toBe(`What is new in Woven Goods since Saturday, November 21.

3 new gaps
- How do I get a refund? (5 visitors)
- Do you ship to Norway?
… and 1 more
https://help.example.com/messages/gaps

1 person waits
- Call me
https://help.example.com/messages?view=waiting

--
You get this every day, because you asked for it.
Change it: https://help.example.com/profile
Unsubscribe: https://help.example.com/digest/unsubscribe?token=t`)
  for (const part of ['3 new gaps', 'How do I get a refund?', '5 visitors', 'See the gaps', 'unsubscribe?token'])
    expect(html).toContain(part)
})

it('contains no personal data, swear words, or markup of visitors', () => {
  const lines = [
    { text: 'Refund mia@example.com, card 4111 1111 1111 1111, +49 30 1234567' },
    { text: 'where is my fucking parcel\nscheißladen' },
    { text: '<img src=x onerror=alert(1)> & "more"' },
    { text: 'word '.repeat(200) },
  ]
  const { text, html } = digestMail(
    letter({ sections: [{ title: '4 new gaps', lines, more: 0, path: '/messages/gaps', linkText: 'See' }] }),
  )
  for (const form of [text, html]) {
    expect(form).not.toMatch(/mia@|4111|1234567|fuck|scheiß/i)
    expect(form).toContain('[email]')
    expect(form.length).toBeLessThan(3_000)
  }
  expect(html).not.toContain('<img')
})

it('has a one-line subject for any workspace name', () => {
  const { subject } = digestMail(letter({ workspace: 'A\r\nBcc: x@example.com\u0000'.repeat(20) }))
  expect(subject).not.toMatch(/\p{Cc}/u)
  expect(subject.length).toBeLessThanOrEqual(150)
})
