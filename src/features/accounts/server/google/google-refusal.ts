import { GOOGLE_FAILURES, type GoogleFailure } from '../../domain/google-failure.ts'

/** Signing in with Google, or connecting it, ends here: the browser is sent on with the reason. */
export class GoogleRefusal extends Error {
  readonly reason: GoogleFailure

  constructor(reason: GoogleFailure, options?: ErrorOptions) {
    super(GOOGLE_FAILURES[reason], options)
    this.name = 'GoogleRefusal'
    this.reason = reason
  }
}
