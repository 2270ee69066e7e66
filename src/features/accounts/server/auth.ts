import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { drizzle } from 'drizzle-orm/node-postgres'
import { newId } from '../../../kernel/ids.ts'
import type { Config } from '../../../platform/config/index.ts'
import type { Database } from '../../../platform/db/index.ts'
import type { Logger } from '../../../platform/log/index.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '../contract.ts'
import { passkeys, sessions, signInMethods, twoFactors, users, verifications } from './accounts.table.ts'
import { distinguishFailures, failureLogger } from './auth-failures.ts'
import { ADDRESS_HEADER } from './auth-request.ts'
import { earlierKeys, withKeyNumbers } from './earlier-keys.ts'
import { googleState } from './google/google-state.ts'
import { passkeyPlugin } from './passkeys/passkey-plugin.ts'
import { endFormerSession } from './sessions/end-former-session.ts'
import { sessionStarter } from './sessions/session-starter.ts'
import { codeChallenge } from './two-factor/code-challenge.ts'

const MINUTE_SECONDS = 60
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS
/** Interval for updating the last use of a session: the precision of "last seen". */
const SEEN_EVERY = 5 * MINUTE_SECONDS

/** Hashes passwords, and checks them against their hashes. */
export interface PasswordHashing {
  hash: (password: string) => Promise<string>
  verify: (data: { hash: string; password: string }) => Promise<boolean>
}

/**
 * Sessions, passwords, passkeys and second factors by better-auth: server-side sessions with an HttpOnly cookie, rotated at sign-in.
 * Its routes are not mounted: what it does is called from our own verbs, which hold the person, the links and the limits.
 */
export function createAuth(authOptions: { db: Database; config: Config; log: Logger; passwords?: PasswordHashing }) {
  const { origin, protocol } = authOptions.config.appUrl
  const isHttps = protocol === 'https:'
  return distinguishFailures(
    betterAuth({
      appName: 'Answerloom',
      baseURL: origin,
      basePath: '/api/auth',
      // The first signs and encrypts, each decrypts what it encrypted; the oldest also what was written before keys had numbers.
      secrets: withKeyNumbers(authOptions.config.secretKeys),
      secret: authOptions.config.secretKeys.at(-1) ?? authOptions.config.secretKey,
      trustedOrigins: [origin],
      telemetry: { enabled: false },
      logger: failureLogger,
      rateLimit: { enabled: false },
      database: drizzleAdapter(drizzle(authOptions.db.pool), {
        provider: 'pg',
        schema: {
          user: users,
          session: sessions,
          account: signInMethods,
          verification: verifications,
          twoFactor: twoFactors,
          passkey: passkeys,
        },
      }),
      advanced: {
        // Under this prefix browsers take a cookie from this very host alone, over HTTPS; better-auth's own is weaker.
        cookiePrefix: isHttps ? '__Host-answerloom' : 'answerloom',
        useSecureCookies: false,
        defaultCookieAttributes: { secure: isHttps },
        database: { generateId: () => newId() },
        ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      },
      // Our own check of the identity (`confirm-identity.ts`) takes the place of better-auth's «fresh» sessions.
      session: { expiresIn: 30 * DAY_SECONDS, updateAge: SEEN_EVERY, freshAge: 0 },
      databaseHooks: {
        session: {
          create: {
            after: async (startedSession, context) => {
              authOptions.log.info({ user_id: startedSession.userId }, 'A session began')
              await endFormerSession(startedSession, context)
            },
          },
          delete: { after: async ({ userId }) => authOptions.log.info({ user_id: userId }, 'A session ended') },
        },
      },
      emailAndPassword: {
        enabled: true,
        minPasswordLength: PASSWORD_MIN,
        maxPasswordLength: PASSWORD_MAX,
        requireEmailVerification: !authOptions.config.local,
        // By default better-auth's scrypt with N 16384 and r 16: 32 MB and tens of milliseconds for each password.
        ...(authOptions.passwords && { password: authOptions.passwords }),
      },
      plugins: [
        earlierKeys(authOptions.config.secretKeys),
        twoFactor({
          issuer: 'Answerloom',
          // A user of Google sign-in has no password to ask for.
          allowPasswordless: true,
          accountLockout: { enabled: true, maxFailedAttempts: 10, durationSeconds: 15 * MINUTE_SECONDS },
        }),
        passkeyPlugin(authOptions.config.appUrl),
        codeChallenge,
        googleState,
        sessionStarter,
      ],
    }),
  )
}
export type Auth = ReturnType<typeof createAuth>
