import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { drizzle } from 'drizzle-orm/node-postgres'
import { newId } from '../../../kernel/ids.ts'
import type { Config } from '../../../platform/config/index.ts'
import type { Database } from '../../../platform/db/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '../contract.ts'
import { sessions, signInMethods, users, verifications } from './accounts.table.ts'

const DAY = 24 * 60 * 60

/**
 * Sessions and passwords by better-auth: server-side sessions with an HttpOnly cookie, rotated at sign-in. Its routes are
 * not mounted, except for the e-mail confirmation; sign-up is our own verb, because person, password and profile are one transaction.
 */
export function createAuth(o: { db: Database; config: Config; mailer: Mailer }) {
  const origin = o.config.appUrl.origin
  return betterAuth({
    appName: 'Answerloom',
    baseURL: origin,
    basePath: '/api/auth',
    secret: o.config.secretKey,
    trustedOrigins: [origin],
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    database: drizzleAdapter(drizzle(o.db.pool), {
      provider: 'pg',
      schema: { user: users, session: sessions, account: signInMethods, verification: verifications },
    }),
    advanced: {
      cookiePrefix: 'answerloom',
      useSecureCookies: o.config.appUrl.protocol === 'https:',
      database: { generateId: () => newId() },
    },
    session: { expiresIn: 30 * DAY, updateAge: DAY },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      requireEmailVerification: !o.config.local,
    },
    emailVerification: {
      autoSignInAfterVerification: true,
      sendVerificationEmail: async ({ user, url }) => {
        await o.mailer.send({
          to: user.email,
          subject: 'Confirm your email address',
          text: `Welcome to Answerloom.\n\nConfirm your email address to finish signing up:\n${url}\n\nIf you did not sign up, you can ignore this mail.`,
        })
      },
    },
  })
}
export type Auth = ReturnType<typeof createAuth>
