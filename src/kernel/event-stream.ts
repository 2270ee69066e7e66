declare const TextDecoder: new () => { decode(bytes: Uint8Array | undefined, options: { stream: boolean }): string }

/** The part of a `ReadableStream` of bytes that is needed; the kernel has no types of browsers or Node. */
interface ByteStream {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>
    cancel(): Promise<void>
  }
}

/** Reads server-sent events (HTML standard, §9.2.6) as they arrive, as pairs of event and data. */
export async function* readEventStream(body: ByteStream): AsyncGenerator<[event: string, data: string]> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      text += decoder.decode(value, { stream: !done })
      const blocks = text.split(/\r?\n\r?\n/)
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        let event = 'message'
        const data: string[] = []
        for (const [, field, value = ''] of block.matchAll(/^([^:\r\n]*):? ?(.*)/gm))
          if (field === 'event') event = value
          else if (field === 'data') data.push(value)
        if (data.length) yield [event, data.join('\n')]
      }
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
