import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface ReceivedMail {
  from: string
  to: string[]
  /** Headers and body as they came. */
  source: string
}

/** A mail server on a free port that keeps what it receives, refuses every recipient, or hangs up on what it has taken. */
export async function startSmtpServer(options: { refuse?: boolean; hangUp?: boolean } = {}) {
  const received: ReceivedMail[] = []
  const sockets = new Set<Socket>()

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    let mail: ReceivedMail = { from: '', to: [], source: '' }
    let reading = false
    let pending = ''
    const say = (line: string) => socket.write(`${line}\r\n`)

    const command = (line: string) => {
      const argument = /<([^>]*)>/.exec(line)?.[1] ?? ''
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'MAIL') mail = { from: argument, to: [], source: '' }
      if (verb === 'RCPT') {
        if (options.refuse) return say('550 No such mailbox')
        mail.to.push(argument)
      }
      if (verb === 'DATA') {
        reading = true
        return say('354 Go on')
      }
      if (verb === 'QUIT') return socket.end('221 Bye\r\n')
      return say('250 OK')
    }

    socket.on('data', (chunk) => {
      pending += chunk.toString()
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end)
        pending = pending.slice(end + 2)
        if (!reading) command(line)
        else if (line === '.') {
          reading = false
          received.push(mail)
          if (options.hangUp) socket.destroy()
          else say('250 Taken')
        } else mail.source += `${line.replace(/^\.\./, '.')}\n`
      }
    })
    say('220 test mail server')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
