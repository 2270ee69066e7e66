import { expect, it } from 'vitest'
import { smallTalkReply } from './small-talk.ts'

it.each([
  ['hi', 'greeting'],
  ['Guten Morgen!', 'greeting'],
  ['thanks, that helped', 'thanks'],
  ['Ok, danke', 'thanks'],
  ['human please', 'person'],
  ['Can I talk to a real person?', 'person'],
  ['kann ich mit einem menschen sprechen', 'person'],
  ['hi, how do I log in', undefined],
  ['thanks, and how do I log in?', undefined],
  ['how many agents can I invite', undefined],
  ['mitarbeiter einladen', undefined],
  ['person', undefined],
])('%j is %s', (text, kind) => expect(smallTalkReply(text)?.kind).toBe(kind))

it('is replied to in its language', () => {
  expect(smallTalkReply('Hallo')?.reply).toContain('Wie kann ich')
  expect(smallTalkReply('Hello')?.reply).toContain('How can I')
})
