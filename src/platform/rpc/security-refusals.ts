import type { AppError } from '../../kernel/app-error.ts'

/** A wrong password, code or link, a key that opens nothing; being asked to sign in is no attempt at anything. */
const PROOF = /^(?:auth\.(?!session_required)|api_key\.|two_factor\.|webhook\.|invitation\.)/

/** Returns true for refusals that belong in the security log: forbidden, unauthenticated, or rate-limited. */
export const isSecurityRefusal = ({ kind, code }: Pick<AppError, 'kind' | 'code'>): boolean =>
  kind === 'forbidden' || kind === 'rate_limited' || PROOF.test(code)
