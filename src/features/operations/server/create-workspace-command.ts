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
export function readCreateWorkspace(raw: unknown): z.output<typeof createWorkspaceCommand> {
  const parsed = createWorkspaceCommand.safeParse(raw)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `--${issue.path.join('.').replace('_', '-')} ${issue.message}`)
  throw new AppError('invalid', 'command.invalid', `${problems.join('; ')}.`)
}

/**
 * Runs the operator command `workspace:create`: a new email gets an account with a trial, an existing one a further
 * workspace. The operator is not bound by plan limits and password rules. All or nothing.
 */
export async function createWorkspaceForOperator(
  services: WorkspaceServices,
  accounts: AccountServices,
  raw: unknown,
): Promise<CreatedWorkspace> {
  const input = readCreateWorkspace(raw)
  const email = input.email.trim().toLowerCase()
  const { password } = await accounts.auth.$context
  const known = await systemTransaction(services.db, (transaction) => findAccount(transaction, email))
  const passwordHash = known ? '' : await password.hash(input.password)
  return systemTransaction(services.db, async (transaction) => {
    const existing = await findAccount(transaction, email)
    const userId =
      existing ??
      (await createAccount(transaction, {
        firstName: '',
        lastName: '',
        email,
        passwordHash,
        trialDays: accounts.trialDays,
        emailVerified: true,
      }))
    if (!userId)
      throw new AppError('conflict', 'account.changed', 'This account was created just now. Run the command again.')
    if (input.free_access) await setFreeAccess(transaction, userId)
    const workspace = await insertWorkspace(services, transaction, { userId, name: input.name, websiteUrl: null })
    const { key } = await insertApiKey(transaction, {
      workspaceId: workspace.id,
      createdBy: userId,
      name: 'Operator',
      scope: 'write',
    })
    return { workspace_id: workspace.id, subdomain: workspace.subdomain, api_key: key }
  })
}
