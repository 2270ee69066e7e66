import { describe, expect, it } from 'vitest'
import { AnswerReader, errorResponse, frameMessage, readFrames, readyForQuery } from './framing.ts'

const row = (size: number) => frameMessage('D', Buffer.alloc(size, 'x'))
const notification = (channel: string, payload: string) => {
  const process = Buffer.alloc(4)
  return frameMessage('A', Buffer.concat([process, Buffer.from(`${channel}\0${payload}\0`)]))
}

function read(answer: Buffer, cut: number) {
  const passed: Uint8Array[] = []
  const reader = new AnswerReader((bytes) => passed.push(bytes))
  for (let position = 0; position < answer.length; position += cut)
    reader.feed(new Uint8Array(answer.subarray(position, position + cut)))
  reader.end()
  return { reader, passed, whole: Buffer.concat(passed) }
}

describe('the response reader', () => {
  const kept = [
    frameMessage('T', Buffer.from('fields')),
    row(3),
    row(0),
    row(9_000),
    frameMessage('C', Buffer.from('SELECT 3\0')),
  ]
  const notes = [notification('news', 'one'), notification('Other Channel', 'two')]
  const answer = Buffer.concat([kept[0], notes[0], ...kept.slice(1), notes[1], readyForQuery('T')] as Buffer[])

  it.each([1, 2, 3, 5, 7, 64, 4096, 1_000_000])(
    'extracts notifications and forwards everything else, in chunks of %i',
    (cut) => {
      const { reader, whole } = read(answer, cut)
      expect(whole.equals(Buffer.concat([...kept, readyForQuery('T')]))).toBe(true)
      expect(reader.status).toBe('T')
      expect(reader.tags).toEqual(['SELECT 3'])
      expect(reader.notifications.map(({ channel }) => channel)).toEqual(['news', 'Other Channel'])
      expect(reader.notifications.map(({ bytes }) => Buffer.from(bytes))).toEqual(notes)
      expect(reader.ended).toBeUndefined()
    },
  )

  it('forwards large responses in parts', () => {
    const large = Buffer.concat(Array.from({ length: 40 }, () => row(8_000)))
    const { passed, whole } = read(large, 8_192)
    expect(whole.equals(large)).toBe(true)
    expect(passed.length).toBeGreaterThan(3)
  })

  it('detects the end of the session, and no other error', () => {
    expect(read(errorResponse('ERROR', '22012', 'division by zero'), 6).reader.ended).toBeUndefined()
    expect(read(errorResponse('FATAL', '57P01', 'shutting down'), 6).reader.ended).toBe('shutting down')
  })
})

it('frames are read one by one', () => {
  const types = [...readFrames(new Uint8Array(Buffer.concat([row(2), readyForQuery('I')])))].map(({ type, body }) => [
    type,
    body.length,
  ])
  expect(types).toEqual([
    [0x44, 2],
    [0x5a, 1],
  ])
})
