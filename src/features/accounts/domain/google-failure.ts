/** Why signing in with Google, or connecting it, came to nothing: the sentences that people read. */
export const GOOGLE_FAILURES = {
  denied: 'Google did not confirm your identity. Nothing was changed.',
  state:
    'This was started in another browser, took longer than five minutes, or was finished already. Please try again.',
  refused: 'Google no longer accepted this sign-in. Please try again.',
  unavailable: 'Google cannot be reached at the moment. Please try again in a few minutes.',
  unverified: 'Google has not confirmed the email address of this account. Please choose another account.',
  busy: 'Too many attempts. Please wait a few minutes.',
  signup_closed: 'There is no account for this Google account, and new accounts cannot be created on this server.',
  signup_invite:
    'There is no account for this Google account. To create one here, please use the link in your invitation.',
  terms:
    'There is no account for this Google account yet. To create one, accept the terms below and continue with Google again.',
  other_person: 'You are no longer signed in as the person who started this. Please try again.',
  other_account: 'This is not the Google account that is connected to your account. Please choose the connected one.',
  taken: 'This Google account belongs to another user. Please choose another one.',
  check_account:
    'The password of this account was reset. Sign in with the new password first. After that, you can sign in with Google again.',
  failed: 'Something went wrong on our side. Please try again.',
} as const satisfies Record<string, string>

export type GoogleFailure = keyof typeof GOOGLE_FAILURES

/** Returns the message for a failure code in the URL, or undefined for an unknown code. */
export const googleFailureText = (failureCode: string | null): string | undefined =>
  failureCode !== null && Object.hasOwn(GOOGLE_FAILURES, failureCode)
    ? GOOGLE_FAILURES[failureCode as GoogleFailure]
    : undefined
