import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { z } from 'zod'
import { anonymousProcedure, type ProcedureMeta, userProcedure } from '../../../kernel/procedure.ts'
import { idSchema, optionalText, requiredText, timestamp } from '../../../kernel/wire.ts'
import { identityProof, passkeyAssertion } from './identity.ts'

export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 60

export const passkeySchema = z.object({
  id: idSchema,
  name: z.string(),
  created_at: timestamp,
})
export type Passkey = z.output<typeof passkeySchema>

const ownWriteProcedure = (options: Pick<ProcedureMeta, 'confirmsIdentity'> = {}) =>
  userProcedure({ writes: true, duringPaywall: true, ...options })
const passkeyList = z.object({ items: z.array(passkeySchema) })
export interface PasskeyCreationOptions extends PublicKeyCredentialCreationOptionsJSON {}
export interface PasskeyRequestOptions extends PublicKeyCredentialRequestOptionsJSON {}
/** The browser's response after creating a passkey. */
export interface PasskeyAttestation extends RegistrationResponseJSON {}

const creationOptions = z.custom<PasskeyCreationOptions>()
const requestOptions = z.custom<PasskeyRequestOptions>()
const attestationSchema = z.custom<PasskeyAttestation>((value) => typeof value === 'object' && value !== null, {
  error: 'The passkey could not be read.',
})

export const passkeysContract = {
  list: userProcedure().output(passkeyList),
  /** A challenge for this browser, good once and for five minutes: to sign in, or to confirm an identity. */
  challenge: anonymousProcedure.output(requestOptions),
  signIn: anonymousProcedure
    .input(z.object({ passkey: passkeyAssertion }))
    .output(z.object({ signed_in: z.literal(true) })),
  /** Confirms the session with a passkey, where a workspace requires a second factor and the account has no app for codes. */
  confirmSession: ownWriteProcedure()
    .input(z.object({ passkey: passkeyAssertion }))
    .output(z.object({ done: z.literal(true) })),
  /** Options for creating a passkey; `add` accepts the browser's response within five minutes. */
  startAdding: ownWriteProcedure({ confirmsIdentity: true }).input(identityProof).output(creationOptions),
  /** Without a name it is called after the password manager, or after the device. */
  add: ownWriteProcedure()
    .input(z.object({ name: optionalText(PASSKEY_NAME_MAX).optional(), passkey: attestationSchema }))
    .output(passkeySchema),
  rename: ownWriteProcedure()
    .input(z.object({ id: idSchema, name: requiredText(PASSKEY_NAME_MAX, 'Please enter a name.') }))
    .output(passkeySchema),
  remove: ownWriteProcedure({ confirmsIdentity: true })
    .input(identityProof.extend({ id: idSchema }))
    .output(z.object({ done: z.literal(true) })),
}
