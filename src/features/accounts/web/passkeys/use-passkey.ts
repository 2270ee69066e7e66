import { client } from '../../../../web/api/api.ts'
import { ApiError } from '../../../../web/api/api-error.ts'
import type { Passkey, PasskeyAssertion } from '../../contract.ts'

/** Returns true when this browser can create and use passkeys. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential !== 'undefined'

/** The library comes with the first use: few people need it on a visit. */
const loadLibrary = () => import('@simplewebauthn/browser')

/** Runs the browser's dialog. A person who closes it, or waits too long, gets an ApiError like any other refusal. */
async function askDevice<T>(deviceRequest: () => Promise<T>): Promise<T> {
  try {
    return await deviceRequest()
  } catch (deviceError) {
    const isKnown = deviceError instanceof Error && deviceError.name === 'InvalidStateError'
    throw isKnown
      ? new ApiError(
          'conflict',
          'passkey.known',
          'This device has a passkey for your account already.',
          undefined,
          deviceError,
        )
      : new ApiError('invalid', 'passkey.cancelled', 'No passkey was used. Please try again.', undefined, deviceError)
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
  passkeyName: string,
  identityProof: Parameters<typeof client.accounts.passkeys.startAdding>[0],
): Promise<Passkey> {
  const optionsJSON = await client.accounts.passkeys.startAdding(identityProof)
  const { startRegistration } = await loadLibrary()
  const registeredPasskey = await askDevice(() => startRegistration({ optionsJSON }))
  return client.accounts.passkeys.add({ name: passkeyName, passkey: registeredPasskey })
}
