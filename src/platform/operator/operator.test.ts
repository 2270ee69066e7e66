import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../kernel/app-error.ts'
import { callOperator, type OperatorService, serveOperator } from './index.ts'

let root = ''
const services: OperatorService[] = []
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'operator-'))
})
afterEach(async () => {
  for (const service of services.splice(0)) await service.close()
  await rm(root, { recursive: true })
})

const handlers = {
  echo: async (args: unknown) => args,
  nothing: async () => undefined,
  taken: async () => {
    throw new AppError('conflict', 'name.taken', 'That name is taken.')
  },
  broken: async () => {
    throw new Error('No disk')
  },
}

async function serve(dir: string, given: Parameters<typeof serveOperator>[1] = handlers) {
  const service = await serveOperator(dir, given)
  services.push(service)
  return service
}

/** The short folder gets a socket, the long one a port and a token. */
describe.each([
  ['a socket', 'data', 'operator.sock'],
  ['TCP where the path is too long', 'd'.repeat(120), 'operator.json'],
])('the operator channel over %s', (_name, folder, file) => {
  let dir = ''
  beforeEach(async () => {
    dir = join(root, folder)
    await mkdir(dir)
  })

  test('returns responses to arguments of any length', async () => {
    await serve(dir)
    expect(await readdir(dir)).toEqual([file])
    expect((await stat(join(dir, file))).mode & 0o777).toBe(0o600)
    const args = { name: 'Grüße\n"x"', long: 'y'.repeat(300_000) }
    expect(await callOperator(dir, 'echo', args)).toEqual({ running: true, result: args })
    expect(await callOperator(dir, 'nothing', null)).toEqual({ running: true, result: null })
  })

  test("forwards the command's errors", async () => {
    await serve(dir)
    await expect(callOperator(dir, 'taken', {})).rejects.toMatchObject({ kind: 'conflict', code: 'name.taken' })
    await expect(callOperator(dir, 'broken', {})).rejects.toThrow('No disk')
    await expect(callOperator(dir, 'constructor', {})).rejects.toMatchObject({ code: 'operator.command' })
  })

  test('reports that no server is running, before and after', async () => {
    expect(await callOperator(dir, 'echo', {})).toEqual({ running: false })
    const service = await serve(dir)
    await service.close()
    expect(await callOperator(dir, 'echo', {})).toEqual({ running: false })
    expect(await readdir(dir)).toEqual([])
  })

  test('allows a second process without affecting the first', async () => {
    await serve(dir, { who: async () => 'first' })
    const second = await serve(dir, { who: async () => 'second' })
    await second.close()
    expect(await callOperator(dir, 'who', {})).toEqual({ running: true, result: 'first' })
  })

  test('reports a server that stops during a command', async () => {
    const started = Promise.withResolvers<void>()
    const service = await serve(dir, {
      slow: () => {
        started.resolve()
        return new Promise(() => {})
      },
    })
    const call = expect(callOperator(dir, 'slow', {})).rejects.toThrow()
    await started.promise
    await service.close(0)
    await call
  })

  test('returns the response of a command that finishes while the server stops', async () => {
    const started = Promise.withResolvers<void>()
    const work = Promise.withResolvers<string>()
    const service = await serve(dir, {
      backup: () => {
        started.resolve()
        return work.promise
      },
    })
    const call = callOperator(dir, 'backup', {})
    await started.promise
    const closing = service.close()
    work.resolve('written')
    expect(await call).toEqual({ running: true, result: 'written' })
    await closing
  })

  test('does not take a killed server for a running one', async () => {
    const source = `import { serveOperator } from '${new URL('./index.ts', import.meta.url).href}'
      await serveOperator(process.argv[1], {}); console.log('up'); setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', source, dir])
    await once(child.stdout, 'data')
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    expect(await readdir(dir)).toEqual([file])
    expect(await callOperator(dir, 'echo', {})).toEqual({ running: false })
    await serve(dir)
    expect(await callOperator(dir, 'echo', 1)).toEqual({ running: true, result: 1 })
  })
})

test('a wrong token is refused over TCP', async () => {
  const dir = join(root, 'd'.repeat(120))
  await serve(dir)
  const endpoint = JSON.parse(await readFile(join(dir, 'operator.json'), 'utf8'))
  await writeFile(join(dir, 'operator.json'), JSON.stringify({ ...endpoint, token: 'guessed' }))
  await expect(callOperator(dir, 'echo', {})).rejects.toMatchObject({ kind: 'forbidden', code: 'operator.token' })
})

test('a different program on the former port is not taken for the server over TCP', async () => {
  const dir = join(root, 'd'.repeat(120))
  await mkdir(dir)
  const stranger = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  stranger.listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  const { port } = stranger.address() as AddressInfo
  await writeFile(join(dir, 'operator.json'), JSON.stringify({ port, token: 't' }))
  expect(await callOperator(dir, 'echo', {})).toEqual({ running: false })
  stranger.close()
})
