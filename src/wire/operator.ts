import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createWorkspaceForOperator, readCreateWorkspace } from '../features/operations/server/index.ts'
import { AppError } from '../kernel/app-error.ts'
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
  const { email, password, name } = values
  return readCreateWorkspace({ email, password, name, free_access: values['free-access'] })
}

/** How long a server may take from locking its data folder to answering operators. */
const STARTING_MS = 90_000
const ASK_AGAIN_MS = 200

const isLocked = (error: unknown) => error instanceof AppError && error.code === 'data_dir.locked'

/** Through the socket of a running server, else on the database itself. One that is just starting is waited for. */
export async function runOperatorCommand(
  config: Config,
  command: string,
  args: unknown,
  open: () => Promise<Core>,
): Promise<unknown> {
  const giveUpAt = Date.now() + STARTING_MS
  let core: Core | null = null
  while (!core) {
    const answer = await callOperator(config.dataDir, command, args)
    if (answer.running) return answer.result
    core = await open().catch(async (error: unknown) => {
      if (!isLocked(error) || Date.now() > giveUpAt) throw error
      await delay(ASK_AGAIN_MS)
      return null
    })
  }
  try {
    const handler = operatorHandlers[command]
    if (!handler) throw new Error(`There is no command "${command}".`)
    return await handler(core, args)
  } finally {
    await core.close()
  }
}
