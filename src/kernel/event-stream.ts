declare const TextDecoder: new () => { decode(bytes: Uint8Array | undefined, options: { stream: boolean }): string }

/** The part of a `ReadableStream` of bytes that is needed; the kernel has no types of browsers or Node. */
interface ByteStream {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>
    cancel(): Promise<void>
  }
}

/** Reads server-sent events (HTML standard, §9.2.6) as they arrive, as pairs of event and data. */
export async function* readEventStream(responseBody: ByteStream): AsyncGenerator<[event: string, data: string]> {
  const bodyReader = responseBody.getReader()
  const textDecoder = new TextDecoder()
  let pendingText = ''
  try {
    for (;;) {
      const { done, value } = await bodyReader.read()
      pendingText += textDecoder.decode(value, { stream: !done })
      const eventBlocks = pendingText.split(/\r?\n\r?\n/)
      pendingText = eventBlocks.pop() ?? ''
      for (const eventBlock of eventBlocks) {
        let eventName = 'message'
        const dataLines: string[] = []
        for (const [, field, value = ''] of eventBlock.matchAll(/^([^:\r\n]*):? ?(.*)/gm))
          if (field === 'event') eventName = value
          else if (field === 'data') dataLines.push(value)
        if (dataLines.length) yield [eventName, dataLines.join('\n')]
      }
      if (done) return
    }
  } finally {
    await bodyReader.cancel().catch(() => {})
  }
}
