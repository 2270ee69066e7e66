// The stream of live changes as a tab of the dashboard holds it.

export interface LiveEvents {
  /** Everything that came, in order. */
  seen: { type: string; [key: string]: unknown }[]
  close(): void
}

/** Opens the stream of a workspace and resolves when it is ready. */
export async function liveEvents(app: { url: string }, workspaceId: string, cookie: string): Promise<LiveEvents> {
  const gone = new AbortController()
  const response = await fetch(`${app.url}/api/events?workspace_id=${workspaceId}`, {
    headers: { cookie },
    signal: gone.signal,
  })
  if (!response.ok || !response.body) throw new Error(`No stream of events but ${response.status}`)
  const seen: LiveEvents['seen'] = []
  const ready = Promise.withResolvers<void>()
  const read = async (body: ReadableStream<Uint8Array>) => {
    let pending = ''
    for await (const text of body.pipeThrough(new TextDecoderStream() as never) as unknown as AsyncIterable<string>) {
      const blocks = (pending + text).split('\n\n')
      pending = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (data) seen.push(JSON.parse(data))
      }
      if (seen.some(({ type }) => type === 'ready')) ready.resolve()
    }
  }
  read(response.body).catch((error: unknown) => ready.reject(error))
  await ready.promise
  return { seen, close: () => gone.abort() }
}
