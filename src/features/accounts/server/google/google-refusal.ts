import { GOOGLE_FAILURES, type GoogleFailure } from '../../domain/google-failure.ts'

/** Signing in with Google, or connecting it, ends here: the browser is sent on with the reason. */
export class GoogleRefusal extends Error {
  readonly reason: GoogleFailure

  constructor(refusalReason: GoogleFailure, errorOptions?: ErrorOptions) {
    super(GOOGLE_FAILURES[refusalReason], errorOptions)
    this.name = 'GoogleRefusal'
    this.reason = refusalReason
  }
}
