import { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { type AccountServices, createAccount, findAccount, setFreeAccess } from '../../accounts/server/index.ts'
import { insertApiKey, insertWorkspace, type WorkspaceServices } from '../../workspaces/server/index.ts'

export const createWorkspaceCommand = z.object({
  email: z.email({ error: 'is not an email address' }).max(254, { error: 'is too long' }),
  password: z.string().min(6, { error: 'must be at least 6 characters long' }).max(128, { error: 'is too long' }),
  name: z.string().trim().min(1, { error: 'is empty' }).max(100, { error: 'is longer than 100 characters' }),
  free_access: z.boolean().default(false),
})

export interface CreatedWorkspace {
  workspace_id: string
  subdomain: string
  api_key: string
}

/** The command's arguments, checked. @throws AppError `command.invalid` with a sentence about each that is wrong */
export function readCreateWorkspace(rawInput: unknown): z.output<typeof createWorkspaceCommand> {
  const parsedInput = createWorkspaceCommand.safeParse(rawInput)
  if (parsedInput.success) return parsedInput.data
  const problems = parsedInput.error.issues.map(
    (inputIssue) => `--${inputIssue.path.join('.').replace('_', '-')} ${inputIssue.message}`,
  )
  throw new AppError('invalid', 'command.invalid', `${problems.join('; ')}.`)
}

/**
 * Runs the operator command `workspace:create`: a new email gets an account with a trial, an existing one a further
 * workspace. The operator is not bound by plan limits and password rules. All or nothing.
 */
export async function createWorkspaceForOperator(
  services: WorkspaceServices,
  accounts: AccountServices,
  rawInput: unknown,
): Promise<CreatedWorkspace> {
  const commandInput = readCreateWorkspace(rawInput)
  const ownerEmail = commandInput.email.trim().toLowerCase()
  const { password } = await accounts.auth.$context
  const knownUser = await systemTransaction(services.db, (transaction) => findAccount(transaction, ownerEmail))
  const passwordHash = knownUser ? '' : await password.hash(commandInput.password)
  return systemTransaction(services.db, async (transaction) => {
    const existing = await findAccount(transaction, ownerEmail)
    const ownerId =
      existing ??
      (await createAccount(transaction, {
        firstName: '',
        lastName: '',
        email: ownerEmail,
        passwordHash,
        trialDays: accounts.trialDays,
        emailVerified: true,
      }))
    if (!ownerId)
      throw new AppError('conflict', 'account.changed', 'This account was created just now. Run the command again.')
    if (commandInput.free_access) await setFreeAccess(transaction, ownerId)
    const workspace = await insertWorkspace(services, transaction, {
      userId: ownerId,
      name: commandInput.name,
      websiteUrl: null,
    })
    const { key } = await insertApiKey(transaction, {
      workspaceId: workspace.id,
      createdBy: ownerId,
      name: 'Operator',
      scope: 'write',
    })
    return { workspace_id: workspace.id, subdomain: workspace.subdomain, api_key: key }
  })
}
