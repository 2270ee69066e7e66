import { client } from '../../../../web/api/api.ts'
import { ApiError } from '../../../../web/api/api-error.ts'
import type { Passkey, PasskeyAssertion } from '../../contract.ts'

/** Returns true when this browser can create and use passkeys. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential !== 'undefined'

/** The library comes with the first use: few people need it on a visit. */
const loadLibrary = () => import('@simplewebauthn/browser')

/** Runs the browser's dialog. A person who closes it, or waits too long, gets an ApiError like any other refusal. */
async function askDevice<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    const isKnown = cause instanceof Error && cause.name === 'InvalidStateError'
    throw isKnown
      ? new ApiError(
          'conflict',
          'passkey.known',
          'This device has a passkey for your account already.',
          undefined,
          cause,
        )
      : new ApiError('invalid', 'passkey.cancelled', 'No passkey was used. Please try again.', undefined, cause)
  }
}

/** Has the device answer a new challenge of the server. Throws ApiError. */
export async function askForPasskey(): Promise<PasskeyAssertion> {
  const optionsJSON = await client.accounts.passkeys.challenge()
  const { startAuthentication } = await loadLibrary()
  return askDevice(() => startAuthentication({ optionsJSON }))
}

/** Has the device create a passkey and the server keep it. Throws ApiError. */
export async function createPasskey(
  name: string,
  proof: Parameters<typeof client.accounts.passkeys.startAdding>[0],
): Promise<Passkey> {
  const optionsJSON = await client.accounts.passkeys.startAdding(proof)
  const { startRegistration } = await loadLibrary()
  const passkey = await askDevice(() => startRegistration({ optionsJSON }))
  return client.accounts.passkeys.add({ name, passkey })
}
