import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { renewTwoFactors } from '../features/accounts/server/index.ts'
import { grantPlan, readGrantPlan } from '../features/billing/server/index.ts'
import { renewSealedCredentials } from '../features/integrations/server/index.ts'
import { createWorkspaceForOperator, readCreateWorkspace } from '../features/operations/server/index.ts'
import { renewWebhookSecrets } from '../features/webhooks/server/index.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Config } from '../platform/config/index.ts'
import { callOperator } from '../platform/operator/index.ts'
import { backUp, readBackupArguments } from './backup.ts'
import type { Core } from './core.ts'
import { examine, readDoctorArguments } from './doctor.ts'

type Handler = (core: Core, args: unknown) => Promise<unknown>

/** Operator commands that work with a running server or without one. */
export const operatorHandlers: Record<string, Handler> = {
  'workspace:create': (core, args) => createWorkspaceForOperator(core.services, core.accounts, args),
  'plan:grant': (core, args) => grantPlan(core.billing.services, args),
  backup: backUp,
  doctor: examine,
  'keys:renew': async (core) => ({
    two_factor: await renewTwoFactors(core.accounts),
    integrations: await renewSealedCredentials(core.integrations.services),
    webhooks: await renewWebhookSecrets(core.webhooks.services),
  }),
}

const needed = (name: string, value: string | undefined): string => {
  if (!value) throw new Error(`--${name} is missing.`)
  return value
}

function readWorkspaceCreate(args: string[]): unknown {
  const { values } = parseArgs({
    args,
    options: {
      email: { type: 'string' },
      password: { type: 'string' },
      name: { type: 'string' },
      'free-access': { type: 'boolean', default: false },
    },
  })
  const [email, password, name] = (['email', 'password', 'name'] as const).map((one) => needed(one, values[one]))
  return readCreateWorkspace({ email, password, name, free_access: values['free-access'] })
}

function readPlanGrant(args: string[]): unknown {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: { email: { type: 'string' }, 'free-access': { type: 'boolean' }, 'trial-days': { type: 'string' } },
  })
  const { 'free-access': free_access, 'trial-days': days } = values
  return readGrantPlan({
    email: needed('email', values.email),
    ...(free_access === undefined ? {} : { free_access }),
    ...(days === undefined ? {} : { trial_days: Number(days) }),
  })
}

const readers: Record<string, (args: string[]) => unknown> = {
  'workspace:create': readWorkspaceCreate,
  'plan:grant': readPlanGrant,
  backup: readBackupArguments,
  doctor: readDoctorArguments,
  'keys:renew': (args) => parseArgs({ args, options: {} }).values,
}

/** Reads a command's words from the command line. @throws Error with a sentence about what is wrong */
export function readOperatorArguments(command: string, argv: string[]): unknown {
  const read = readers[command]
  if (!read) throw new Error(`There is no command "${command}". Known: ${Object.keys(readers).join(', ')}.`)
  return read(argv)
}

/** Milliseconds that a server may take from locking its data folder to answering operators. */
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
