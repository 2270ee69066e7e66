import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { AppError } from '../../../../kernel/app-error.ts'
import { systemTransaction, type Tx } from '../../../../platform/db/index.ts'
import type { RequestContext } from '../../../../platform/rpc/index.ts'
import type { signUpInput } from '../../contract.ts'
import { checkPassword } from '../../domain/password.ts'
import { type AccountServices, invalidField } from '../account-services.ts'
import { users } from '../accounts.table.ts'
import { rememberBrowser } from '../browser-cookies.ts'
import { createAccount } from '../create-account.ts'
import { issueLink, type MailedLink, mayMailLink } from '../email/mailed-links.ts'
import { type AcceptedTerms, acceptedTerms } from '../profile/terms.ts'
import { startSession } from './start-session.ts'

type Input = z.output<typeof signUpInput>
type SignUpChoices = NonNullable<MailedLink['signUp']>

/** As the JSON of a mailed link holds it. */
const storedTerms = ({ version, acceptedAt }: AcceptedTerms) => ({ version, acceptedAt: acceptedAt.toISOString() })

/** @throws forbidden `auth.signup_closed` where this instance does not take this person. */
function admit(services: AccountServices, invited: boolean): void {
  const { signup } = services.config
  if (signup === 'open' || (signup === 'invite' && invited)) return
  throw new AppError(
    'forbidden',
    'auth.signup_closed',
    signup === 'invite'
      ? 'You need an invitation to create an account here. Please use the link in your invitation.'
      : 'New accounts cannot be created on this server.',
  )
}

/** Mails the address's owner: a link to confirm it, or that there is an account already. */
async function mailOwner(
  services: AccountServices,
  transaction: Tx,
  email: string,
  input: Input,
  chosen: Pick<SignUpChoices, 'passwordHash' | 'browserId' | 'terms'>,
  isAdmitted: boolean,
) {
  const [user] = await transaction.select().from(users).where(eq(users.email, email)).for('no key update')
  if (!user) throw new Error('an account just seen cannot be read')
  if (user.emailVerified) {
    if (isAdmitted) await services.sendMail(transaction, { notice: 'already_registered', to: email })
    return
  }
  if (!(await mayMailLink(transaction, isAdmitted, { userId: user.id, purpose: 'verify_email' }))) return
  // The link carries this sign-up's choices; an earlier sign-up by another person has no effect on it.
  const signUp = {
    ...chosen,
    firstName: input.first_name,
    lastName: input.last_name,
    ...(input.next ? { next: input.next } : {}),
  }
  const link = await issueLink(transaction, { purpose: 'verify_email', userId: user.id, email, signUp })
  await services.sendMail(transaction, { link })
}

/**
 * On a local instance, and with an invitation emailed to the address, the user is signed in at once. On a public
 * instance the response is the same for known and unknown addresses; the email informs the owner.
 */
export async function signUp(
  services: AccountServices,
  request: RequestContext,
  input: Input,
): Promise<{ signed_in: boolean }> {
  const { config, auth, db } = services
  const { invitation } = input
  const email = input.email.trim().toLowerCase()
  const invited = invitation
    ? (await systemTransaction(db, (transaction) => services.invitedAddress(transaction, invitation))) === email
    : false
  admit(services, invited)
  const refused = checkPassword(input.password, email)
  if (refused) throw invalidField('password', 'auth.weak_password', refused)
  const terms = acceptedTerms(config, input.accepted_terms)

  const proven = config.local || invited
  const { password } = await auth.$context
  const passwordHash = await password.hash(input.password)
  const browserId = proven ? null : rememberBrowser(config, request, 'sign-up', email)
  const isAdmitted = proven || (await services.mailLimit.admits(email))
  const userId = await systemTransaction(db, async (transaction) => {
    const created = await createAccount(transaction, {
      firstName: input.first_name,
      lastName: input.last_name,
      email,
      passwordHash,
      trialDays: services.trialDays,
      emailVerified: proven,
      // Anyone can name another person's address: until the mail is confirmed, its owner has accepted nothing.
      terms: proven ? terms : null,
    })
    if (browserId) {
      const chosen = { passwordHash, browserId, ...(terms && { terms: storedTerms(terms) }) }
      await mailOwner(services, transaction, email, input, chosen, isAdmitted)
    }
    if (created && invited && invitation) await services.joinInvited(transaction, invitation, created)
    return created
  })
  if (!proven) return { signed_in: false }
  if (!userId)
    throw invalidField(
      'email',
      'auth.email_taken',
      'There is an account with this email address already. Sign in instead.',
    )
  await startSession(auth, request, userId)
  rememberBrowser(config, request, 'known', email)
  return { signed_in: true }
}
