import { expect, it } from 'vitest'
import { newId } from '../../../kernel/ids.ts'
import { messageReferenceSchema } from '../contract.ts'
import { decodeMessageReference, encodeMessageReference } from './message-reference.ts'

const workspaceId = '01900000-0000-7000-8000-00000000000a'
const messageId = '01900000-0000-7000-8000-00000000000b'

it('a reference contains the workspace and the message, and can be read back', () => {
  const text = encodeMessageReference({ workspaceId, messageId })
  expect(text).toBe('0190000000007000800000000000000a0190000000007000800000000000000b')
  expect(messageReferenceSchema.parse(text)).toBe(text)
  expect(decodeMessageReference(text)).toEqual({ workspaceId, messageId })
  for (let index = 0; index < 100; index++) {
    const reference = { workspaceId: newId(), messageId: newId() }
    expect(decodeMessageReference(encodeMessageReference(reference))).toEqual(reference)
  }
})

it.each([
  ['a single id', messageId],
  ['two ids with hyphens', `${workspaceId}${messageId}`],
  ['capital letters', encodeMessageReference({ workspaceId, messageId }).toUpperCase()],
  ['one digit too few', encodeMessageReference({ workspaceId, messageId }).slice(1)],
  ['one digit too many', `0${encodeMessageReference({ workspaceId, messageId })}`],
  ['another letter', encodeMessageReference({ workspaceId, messageId }).replace('a', 'g')],
  ['a line break at the end', `${encodeMessageReference({ workspaceId, messageId })}\n`],
  ['empty', ''],
])('a reference is refused when it is %s', (_, text) => {
  expect(decodeMessageReference(text)).toBeNull()
  expect(messageReferenceSchema.safeParse(text).success).toBe(false)
})
