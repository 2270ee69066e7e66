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

type SignUpInput = z.output<typeof signUpInput>
type SignUpChoices = NonNullable<MailedLink['signUp']>

/** As the JSON of a mailed link holds it. */
const storedTerms = ({ version, acceptedAt }: AcceptedTerms) => ({ version, acceptedAt: acceptedAt.toISOString() })

/** @throws forbidden `auth.signup_closed` where this instance does not take this person. */
function requireOpenSignUp(services: AccountServices, isInvited: boolean): void {
  const { signup } = services.config
  if (signup === 'open' || (signup === 'invite' && isInvited)) return
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
  signUpFields: SignUpInput,
  signUpChoices: Pick<SignUpChoices, 'passwordHash' | 'browserId' | 'terms'>,
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
  const storedChoices = {
    ...signUpChoices,
    firstName: signUpFields.first_name,
    lastName: signUpFields.last_name,
    ...(signUpFields.next ? { next: signUpFields.next } : {}),
  }
  const verifyLink = await issueLink(transaction, {
    purpose: 'verify_email',
    userId: user.id,
    email,
    signUp: storedChoices,
  })
  await services.sendMail(transaction, { link: verifyLink })
}

/**
 * On a local instance, and with an invitation emailed to the address, the user is signed in at once. On a public
 * instance the response is the same for known and unknown addresses; the email informs the owner.
 */
export async function signUp(
  services: AccountServices,
  request: RequestContext,
  signUpFields: SignUpInput,
): Promise<{ signed_in: boolean }> {
  const { config, auth, db } = services
  const { invitation } = signUpFields
  const email = signUpFields.email.trim().toLowerCase()
  const isInvited = invitation
    ? (await systemTransaction(db, (transaction) => services.invitedAddress(transaction, invitation))) === email
    : false
  requireOpenSignUp(services, isInvited)
  const passwordProblem = checkPassword(signUpFields.password, email)
  if (passwordProblem) throw invalidField('password', 'auth.weak_password', passwordProblem)
  const acceptance = acceptedTerms(config, signUpFields.accepted_terms)

  const isAddressProven = config.local || isInvited
  const { password } = await auth.$context
  const passwordHash = await password.hash(signUpFields.password)
  const browserId = isAddressProven ? null : rememberBrowser(config, request, 'sign-up', email)
  const isAdmitted = isAddressProven || (await services.mailLimit.admits(email))
  const userId = await systemTransaction(db, async (transaction) => {
    const createdUserId = await createAccount(transaction, {
      firstName: signUpFields.first_name,
      lastName: signUpFields.last_name,
      email,
      passwordHash,
      trialDays: services.trialDays,
      emailVerified: isAddressProven,
      // Anyone can name another person's address: until the mail is confirmed, its owner has accepted nothing.
      terms: isAddressProven ? acceptance : null,
    })
    if (browserId) {
      const signUpChoices = { passwordHash, browserId, ...(acceptance && { terms: storedTerms(acceptance) }) }
      await mailOwner(services, transaction, email, signUpFields, signUpChoices, isAdmitted)
    }
    if (createdUserId && isInvited && invitation) await services.joinInvited(transaction, invitation, createdUserId)
    return createdUserId
  })
  if (!isAddressProven) return { signed_in: false }
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
