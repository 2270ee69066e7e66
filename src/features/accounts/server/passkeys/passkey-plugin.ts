import { isIP } from 'node:net'
import { getAuthenticatorName, passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth'

/** Browsers bind passkeys to a domain name: an instance that is reached by its IP address cannot offer them. */
export const offersPasskeys = ({ hostname }: URL): boolean => isIP(hostname.replace(/^\[|\]$/g, '')) === 0

const CHALLENGE_COOKIE = 'passkey_challenge'

/** A passkey replaces the password, so the device must have verified its user by a PIN, a fingerprint or the like. */
function requireUserVerification(isVerified: boolean | undefined): void {
  if (!isVerified)
    throw new APIError('BAD_REQUEST', { code: 'USER_NOT_VERIFIED', message: 'The user was not verified' })
}

/** better-auth's passkeys, bound to the host of APP_URL. */
export const passkeyPlugin = (appUrl: URL) =>
  passkey({
    rpID: appUrl.hostname,
    rpName: 'Answerloom',
    origin: appUrl.origin,
    advanced: { webAuthnChallengeCookie: CHALLENGE_COOKIE },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification: { registrationInfo } }) => {
        requireUserVerification(registrationInfo?.userVerified)
        const name = getAuthenticatorName(registrationInfo?.aaguid)
        return name ? { name } : undefined
      },
    },
    authentication: {
      afterVerification: ({ verification }) => requireUserVerification(verification.authenticationInfo.userVerified),
    },
  })
