import type { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import type { Config } from '../../../platform/config/index.ts'
import { type Database, systemTransaction } from '../../../platform/db/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { signUpInput } from '../contract.ts'
import { checkPassword } from '../domain/password.ts'
import type { Auth } from './auth.ts'
import { createAccount } from './create-account.ts'
import { signIn } from './sign-in.ts'

export interface AccountServices {
  db: Database
  config: Config
  auth: Auth
  mailer: Mailer
  trialDays: number
}

const invalidField = (path: string, code: string, message: string) =>
  new AppError('invalid', code, message, { details: { fields: [{ path, message }] } })

/**
 * On a local instance the person is signed in at once. On a public one the answer is the same whether or not the address
 * has an account; the mail tells its owner which.
 */
export async function signUp(
  services: AccountServices,
  request: RequestContext,
  input: z.output<typeof signUpInput>,
): Promise<{ signed_in: boolean }> {
  const { config, auth, db, mailer } = services
  if (config.signup !== 'open')
    throw new AppError(
      'forbidden',
      'auth.signup_closed',
      'Signing up is not open here. Ask the people who run this service for an invitation.',
    )
  const email = input.email.trim().toLowerCase()
  const refused = checkPassword(input.password, email)
  if (refused) throw invalidField('password', 'auth.weak_password', refused)

  const { password } = await auth.$context
  const passwordHash = await password.hash(input.password)
  const userId = await systemTransaction(db, (tx) =>
    createAccount(tx, {
      firstName: input.first_name,
      lastName: input.last_name,
      email,
      passwordHash,
      trialDays: services.trialDays,
      emailVerified: config.local,
    }),
  )
  if (config.local) {
    if (!userId)
      throw invalidField(
        'email',
        'auth.email_taken',
        'There is an account with this email address already. Sign in instead.',
      )
    await signIn(auth, request, { email, password: input.password })
    return { signed_in: true }
  }
  if (userId) await auth.api.sendVerificationEmail({ body: { email, callbackURL: '/auth?verified=1' } })
  else
    await mailer.send({
      to: email,
      subject: 'You already have an Answerloom account',
      text: `Somebody, perhaps you, tried to sign up with this email address. You have an account already: sign in at ${config.appUrl.origin}/auth`,
    })
  return { signed_in: false }
}
