import type { AppError } from '../../kernel/app-error.ts'

/** A wrong password, code or link, a key that opens nothing; being asked to sign in is no attempt at anything. */
const PROOF = /^(?:auth\.(?!session_required)|api_key\.|two_factor\.|webhook\.|invitation\.)/

/** Whether a refusal belongs into the log of who tried what: something was not allowed, not proven, or too much. */
export const isSecurityRefusal = ({ kind, code }: Pick<AppError, 'kind' | 'code'>): boolean =>
  kind === 'forbidden' || kind === 'rate_limited' || PROOF.test(code)
