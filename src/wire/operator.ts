import { parseArgs } from 'node:util'
import { createWorkspaceForOperator } from '../features/operations/server/index.ts'
import type { Config } from '../platform/config/index.ts'
import { callOperator } from '../platform/operator/index.ts'
import type { Core } from './core.ts'

type Handler = (core: Core, args: unknown) => Promise<unknown>

/** What an operator can ask for, of a running server or without one. */
export const operatorHandlers: Record<string, Handler> = {
  'workspace:create': (core, args) => createWorkspaceForOperator(core.services, core.accounts, args),
}

/** Reads a command's words from the command line. @throws Error with a sentence about what is wrong */
export function readOperatorArguments(command: string, argv: string[]): unknown {
  if (command !== 'workspace:create')
    throw new Error(`There is no command "${command}". Known: ${Object.keys(operatorHandlers).join(', ')}.`)
  const { values } = parseArgs({
    args: argv,
    options: {
      email: { type: 'string' },
      password: { type: 'string' },
      name: { type: 'string' },
      'free-access': { type: 'boolean', default: false },
    },
  })
  for (const name of ['email', 'password', 'name'] as const) if (!values[name]) throw new Error(`--${name} is missing.`)
  return { email: values.email, password: values.password, name: values.name, free_access: values['free-access'] }
}

/** Through the socket of a running server, else on the database itself. */
export async function runOperatorCommand(
  config: Config,
  command: string,
  args: unknown,
  open: () => Promise<Core>,
): Promise<unknown> {
  const answer = await callOperator(config.dataDir, command, args)
  if (answer.running) return answer.result
  const core = await open()
  try {
    const handler = operatorHandlers[command]
    if (!handler) throw new Error(`There is no command "${command}".`)
    return await handler(core, args)
  } finally {
    await core.close()
  }
}
