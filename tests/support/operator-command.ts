// Runs an operator command against a running server or without one, in a process of its own, as an operator would.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ROOT, SERVER } from './program.ts'

export interface CreatedWorkspace {
  workspace_id: string
  subdomain: string
  api_key: string
}

/** `workspace:create` with these arguments. @throws Error with the command's output when it fails */
export async function operator(at: { env: Record<string, string> }, args: string[]): Promise<CreatedWorkspace> {
  const { PATH, HOME, TMPDIR } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, [SERVER, 'workspace:create', ...args], {
    cwd: ROOT,
    env: { PATH, HOME, TMPDIR, ...at.env },
  })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as CreatedWorkspace
}
