import { expect, it } from 'vitest'
import { readEventStream } from './event-stream.ts'

/** The text as a body that arrives in pieces of `size` bytes. */
function body(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  return new ReadableStream({
    start(controller) {
      for (let position = 0; position < bytes.length; position += size)
        controller.enqueue(bytes.slice(position, position + size))
      controller.close()
    },
  })
}

async function eventsOf(text: string, size: number): Promise<[event: string, data: string][]> {
  const events: [event: string, data: string][] = []
  for await (const event of readEventStream(body(text, size))) events.push(event)
  return events
}

it.each([1, 2, 3, 7, 1_000])('events are read from chunks of %i bytes', async (size) => {
  const text = ': open\n\nevent: delta\ndata: {"text":"wäscht"}\nid: 1\n\ndata:a\ndata: b\n\nevent: done\ndata: {}\n\n'
  expect(await eventsOf(text, size)).toEqual([
    ['delta', '{"text":"wäscht"}'],
    ['message', 'a\nb'],
    ['done', '{}'],
  ])
})

it('an incomplete event is not reported', async () => {
  expect(await eventsOf('event: done\ndata: {}', 4)).toEqual([])
})

it('reading stops when the consumer stops', async () => {
  let cancelled = false
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: more\n\n')),
    cancel: () => {
      cancelled = true
    },
  })
  for await (const _ of readEventStream(endless)) break
  expect(cancelled).toBe(true)
})
