// Runs an operator command against a running server or without one, in a process of its own, as an operator would.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { callOperator } from '../../../src/platform/operator/index.ts'
import { plainEnvironment, ROOT, SERVER } from './server-files.ts'

export interface CreatedWorkspace {
  workspace_id: string
  subdomain: string
  api_key: string
}

async function run(at: { env: Record<string, string> }, words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [SERVER, ...words], {
    cwd: ROOT,
    env: { ...plainEnvironment(), ...at.env },
  })
  return stdout.trim().split('\n').at(-1) ?? ''
}

/** `workspace:create` with these arguments. @throws Error with the command's output when it fails */
export const operator = async (at: { env: Record<string, string> }, args: string[]): Promise<CreatedWorkspace> =>
  JSON.parse(await run(at, ['workspace:create', ...args])) as CreatedWorkspace

/**
 * Creates a workspace with free access through the socket of a running server, as `workspace:create` does, without the
 * half second of processor time that the command's own process takes. @throws Error when the server refuses
 */
export async function createFreeWorkspace(
  app: { dataDir: string },
  owner: { email: string; password: string; name: string },
): Promise<CreatedWorkspace> {
  const reply = await callOperator(app.dataDir, 'workspace:create', { ...owner, free_access: true })
  if (!reply.running) throw new Error('No server answers on the data folder')
  return reply.result as CreatedWorkspace
}

/** `plan:grant` for this person: more trial, none any more (0), or free access. */
export const grant = async (at: { env: Record<string, string> }, email: string, ...args: string[]): Promise<void> => {
  await run(at, ['plan:grant', '--email', email, ...args])
}
