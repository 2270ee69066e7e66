// npm run image [-- --image NAME --base IMAGE]: builds the image with docker, podman or buildah, whichever there is, starts
// it as the deployment guide does, and uses it. `--image` takes one that is built already.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { NODE_FLAGS } from '../tests/support/app/server-files.ts'
import { freePort } from '../tests/support/network/free-port.ts'
import { builder, builderEnv, buildImage, NO_BUILDER } from './image-builder.ts'
import { root } from './repository.ts'

const { values } = parseArgs({ options: { image: { type: 'string' }, base: { type: 'string' } } })
const BUILT = 'localhost/answerloom:smoke'
const USER = 10_001
/** A FAQ of the demo workspace. */
const QUESTION = 'What is Loamlark?'
const START_LIMIT_MS = 120_000

if (!builder) {
  console.log(NO_BUILDER)
  process.exit(0)
}
const command = builder
const run = (...words: string[]) => execFileSync(command, words, { env: builderEnv, encoding: 'utf8' }).trim()

/** Words that run a command in the image, with this data folder and these variables. */
function inImage(image: string, data: string, variables: string[]): { begin: string[]; end: () => void } {
  if (builder === 'buildah') {
    const container = run('from', image)
    const begin = ['run', '--volume', `${data}:/data`, ...variables.flatMap((one) => ['--env', one]), container, '--']
    return { begin, end: () => run('rm', container) }
  }
  const lock = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges']
  const begin = ['run', '--rm', '--network', 'host', ...lock, '-v', `${data}:/data`]
  return { begin: [...begin, ...variables.flatMap((one) => ['-e', one]), '--entrypoint', '', image], end: () => {} }
}

function check(isMet: boolean, what: string): void {
  console.log(`${isMet ? 'passed' : 'FAILED'}  ${what}`)
  if (!isMet) process.exitCode = 1
}

const image = values.image ?? BUILT
if (!values.image) buildImage({ source: root, image, base: values.base })
const data = mkdtempSync(path.join(tmpdir(), 'image-'))
chownSync(data, USER, USER)
const port = await freePort()
const url = `http://localhost:${port}`
const { begin, end } = inImage(image, data, [`PORT=${port}`, 'HOST=127.0.0.1', `APP_URL=${url}`, 'CHROMIUM_PATH=off'])
const inside = (...words: string[]) => spawnSync(command, [...begin, ...words], { env: builderEnv, encoding: 'utf8' })
try {
  const inspected = run('inspect', ...(builder === 'buildah' ? ['--type', 'image'] : []), image)
  check(/"Healthcheck"/iu.test(inspected), 'the image has a health check')
  check(inside('id', '-u').stdout.trim() === String(USER), 'it runs as a user without rights')
  check(inside('sh', '-c', 'touch /app/x || touch /x').status !== 0, 'which cannot write outside /data and /tmp')
  const bill = JSON.parse(inside('cat', '/app/sbom.cdx.json').stdout) as { components: object[] }
  check(bill.components.length > 0, `it lists its ${bill.components.length} packages`)

  const started = performance.now()
  const server = spawn(command, [...begin, 'node', ...NODE_FLAGS, 'dist/server/main.mjs'], { env: builderEnv })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (output += String(text)))
  const ended = once(server, 'exit')
  const limit = AbortSignal.timeout(START_LIMIT_MS)
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (limit.aborted || server.exitCode !== null) throw new Error(`The server did not start:\n${output}`)
    await pause(100)
  }
  check(true, `the server is ready after ${((performance.now() - started) / 1000).toFixed(1)} s`)
  const page = await fetch(`${url}/faq/demo`)
  check(page.ok && /<h1/u.test(await page.text()), 'it serves the demo help page')
  const question = JSON.stringify({ subdomain: 'demo', question: QUESTION })
  const headers = { 'content-type': 'application/json' }
  const reply = (await (await fetch(`${url}/api/public/ask`, { method: 'POST', headers, body: question })).json()) as {
    outcome?: string
  }
  check(reply.outcome === 'answered', 'it answers a question')
  check(inside('node', 'dist/server/main.mjs', 'doctor').status === 0, 'doctor finds nothing wrong')
  server.kill('SIGTERM')
  await Promise.race([ended, pause(20_000, null, { ref: false })])
  check(!(await fetch(`${url}/healthz`).catch(() => null))?.ok, 'it ends when it is asked to')
} finally {
  end()
  rmSync(data, { recursive: true, force: true })
}
