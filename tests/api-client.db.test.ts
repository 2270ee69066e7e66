// A client that is generated from the served document type-checks, and runs the life of a FAQ over HTTP.
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { inRoot } from '../scripts/repository.ts'
import { createMetrics, startHttp } from '../src/platform/http/index.ts'
import { silentLogger } from '../src/platform/log/index.ts'
import { createTestApp } from './support/app/test-app.ts'
import { atEnd } from './support/database/database.ts'

const run = promisify(execFile)
const FOLDER = inRoot('.cache', 'api-client')
const node = (...args: string[]) => run(process.execPath, args, { cwd: inRoot() })
const program = (name: string, file: string) => inRoot('node_modules', ...name.split('/'), file)

it('a generated client type-checks and creates, reads, changes and deletes a FAQ', async () => {
  const app = await createTestApp({ BILLING: 'off' })
  const server = await startHttp(app.http, {
    host: '127.0.0.1',
    port: 0,
    log: silentLogger,
    metrics: createMetrics(),
  })
  atEnd(server.close)
  const url = `http://127.0.0.1:${server.port}`
  const { apiKey, workspaceId } = await app.tenant('Weavers')
  const [workspace] = await app.rows(`select subdomain from workspaces where id = '${workspaceId}'`)

  const document = await fetch(`${url}/api/openapi.json`)
  await mkdir(FOLDER, { recursive: true })
  await writeFile(`${FOLDER}/openapi.json`, await document.text())
  await node(program('oazapfts', 'dist/cli.js'), `${FOLDER}/openapi.json`, `${FOLDER}/client.ts`)
  await node(program('typescript', 'bin/tsc'), '-p', inRoot('tests', 'api-client'))

  const { subdomain } = workspace as { subdomain: string }
  const { stdout } = await node(inRoot('tests', 'api-client', 'faq-life.ts'), url, apiKey, subdomain)
  expect(stdout).toContain('The FAQ was created, changed and deleted.')
})
