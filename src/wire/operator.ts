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

type CommandHandler = (core: Core, args: unknown) => Promise<unknown>

/** Operator commands that work with a running server or without one. */
export const operatorHandlers: Record<string, CommandHandler> = {
  'workspace:create': (applicationCore, commandArguments) =>
    createWorkspaceForOperator(applicationCore.services, applicationCore.accounts, commandArguments),
  'plan:grant': (applicationCore, commandArguments) => grantPlan(applicationCore.billing.services, commandArguments),
  backup: backUp,
  doctor: examine,
  'keys:renew': async (applicationCore) => ({
    two_factor: await renewTwoFactors(applicationCore.accounts),
    integrations: await renewSealedCredentials(applicationCore.integrations.services),
    webhooks: await renewWebhookSecrets(applicationCore.webhooks.services),
  }),
}

const requireOption = (optionName: string, optionValue: string | undefined): string => {
  if (!optionValue) throw new Error(`--${optionName} is missing.`)
  return optionValue
}

function readWorkspaceCreate(commandArguments: string[]): unknown {
  const { values } = parseArgs({
    args: commandArguments,
    options: {
      email: { type: 'string' },
      password: { type: 'string' },
      name: { type: 'string' },
      'free-access': { type: 'boolean', default: false },
    },
  })
  const [email, password, name] = (['email', 'password', 'name'] as const).map((optionKey) =>
    requireOption(optionKey, values[optionKey]),
  )
  return readCreateWorkspace({ email, password, name, free_access: values['free-access'] })
}

function readPlanGrant(commandArguments: string[]): unknown {
  const { values } = parseArgs({
    args: commandArguments,
    allowNegative: true,
    options: { email: { type: 'string' }, 'free-access': { type: 'boolean' }, 'trial-days': { type: 'string' } },
  })
  const { 'free-access': free_access, 'trial-days': days } = values
  return readGrantPlan({
    email: requireOption('email', values.email),
    ...(free_access === undefined ? {} : { free_access }),
    ...(days === undefined ? {} : { trial_days: Number(days) }),
  })
}

const argumentReaders: Record<string, (args: string[]) => unknown> = {
  'workspace:create': readWorkspaceCreate,
  'plan:grant': readPlanGrant,
  backup: readBackupArguments,
  doctor: readDoctorArguments,
  'keys:renew': (commandArguments) => parseArgs({ args: commandArguments, options: {} }).values,
}

/** Arguments of the commands that need some. */
const USAGE: Record<string, string> = {
  'workspace:create': '--email EMAIL --password PASSWORD --name NAME [--free-access]',
  'plan:grant': '--email EMAIL --free-access | --no-free-access | --trial-days DAYS',
}

/** Reads a command's words from the command line. @throws Error with a sentence about what is wrong, and the usage */
export function readOperatorArguments(commandName: string, programArguments: string[]): unknown {
  const readArguments = argumentReaders[commandName]
  if (!readArguments)
    throw new Error(`There is no command "${commandName}". Known: ${Object.keys(argumentReaders).join(', ')}.`)
  try {
    return readArguments(programArguments)
  } catch (error) {
    const usage = USAGE[commandName]
    if (!usage || !(error instanceof Error)) throw error
    throw new Error(`${error.message} Usage: ${commandName} ${usage}`, { cause: error })
  }
}

/** Milliseconds that a server may take from locking its data folder to answering operators. */
const STARTING_MS = 90_000
const ASK_AGAIN_MS = 200

const isLocked = (error: unknown) => error instanceof AppError && error.code === 'data_dir.locked'

/** Through the socket of a running server, else on the database itself. One that is just starting is waited for. */
export async function runOperatorCommand(
  operatorConfig: Config,
  commandName: string,
  commandArguments: unknown,
  openApplication: () => Promise<Core>,
): Promise<unknown> {
  const giveUpAt = Date.now() + STARTING_MS
  let applicationCore: Core | null = null
  while (!applicationCore) {
    const serverAnswer = await callOperator(operatorConfig.dataDir, commandName, commandArguments)
    if (serverAnswer.running) return serverAnswer.result
    applicationCore = await openApplication().catch(async (error: unknown) => {
      if (!isLocked(error) || Date.now() > giveUpAt) throw error
      await delay(ASK_AGAIN_MS)
      return null
    })
  }
  try {
    const commandHandler = operatorHandlers[commandName]
    if (!commandHandler) throw new Error(`There is no command "${commandName}".`)
    return await commandHandler(applicationCore, commandArguments)
  } finally {
    await applicationCore.close()
  }
}
