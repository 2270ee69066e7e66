import { type ReactNode, useRef, useState } from 'react'
import { ApiError } from '../../../../web/api/api-error.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Field } from '../../../../web/ui/field.tsx'
import { Input } from '../../../../web/ui/input.tsx'
import { PasswordInput } from '../../../../web/ui/password-input.tsx'
import type { IdentityProof, Profile } from '../../contract.ts'
import { askForPasskey, knowsPasskeys } from '../passkeys/use-passkey.ts'
import { useSession } from '../session.ts'
import { GoogleConfirmation } from './google-confirmation.tsx'

type Method = 'password' | 'passkey' | 'code' | 'google'

const SWITCH_LABELS: Record<Method, string> = {
  password: 'Use your password',
  passkey: 'Use a passkey',
  code: 'Use a code',
  google: 'Use Google',
}

/** Refusals that are about the proof, and are shown with it. */
const PROOF_CODES = new Set([
  'auth.wrong_password',
  'auth.wrong_code',
  'auth.code_used',
  'auth.wrong_passkey',
  'auth.confirmation_required',
  'auth.passkey_required',
  'passkey.cancelled',
])

function methodsOf(profile: Profile | null | undefined, passwordOnly: boolean): Method[] {
  if (!profile) return []
  if (profile.has_password && passwordOnly) return ['password']
  const methods: Method[] = []
  if (profile.has_password) methods.push('password')
  if (profile.passkey_count > 0 && knowsPasskeys()) methods.push('passkey')
  if (profile.two_factor) methods.push('code')
  if (!profile.has_password) methods.push('google')
  return methods
}

const isMissing = (message: string, code: string) => new ApiError('invalid', code, message)

export interface IdentityProofControl {
  /** The field of the chosen way, and the way to another one: to be placed inside a form. */
  fields: ReactNode
  /** Returns the proof for the call; asks the device for a passkey. Rejects with an error that `shows` accepts. */
  collect: () => Promise<IdentityProof>
  /** Returns true when the error concerns the proof and is shown at its field. */
  shows: (error: unknown) => boolean
  /** Forgets what was typed. */
  reset: () => void
}

/**
 * The part of a form in which the signed-in person proves who they are.
 * @param passwordOnly for changes of the second factor: where there is a password, nothing else counts
 */
export function useIdentityProof({ passwordOnly = false } = {}): IdentityProofControl {
  const methods = methodsOf(useSession(), passwordOnly)
  const [chosen, setChosen] = useState<Method>()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const method = chosen && methods.includes(chosen) ? chosen : methods[0]

  const reset = () => {
    setTyped('')
    setError(undefined)
  }
  const choose = (next: Method) => {
    reset()
    setChosen(next)
  }
  const collect = async (): Promise<IdentityProof> => {
    setError(undefined)
    switch (method) {
      case 'password':
        if (!typed) throw isMissing('Please enter your password.', 'auth.wrong_password')
        return { password: typed }
      case 'code':
        if (!typed.trim()) throw isMissing('Please enter the code.', 'auth.wrong_code')
        return { code: typed }
      case 'passkey':
        return { passkey: await askForPasskey() }
      default:
        return {}
    }
  }
  const shows = (failure: unknown): boolean => {
    if (!(failure instanceof ApiError) || !PROOF_CODES.has(failure.code)) return false
    setError(failure.message)
    input.current?.focus()
    return true
  }

  const typing = {
    ref: input,
    value: typed,
    onChange: (event: { target: { value: string } }) => {
      setTyped(event.target.value)
      setError(undefined)
    },
  }
  const others = methods.filter((other) => other !== method)
  const fields = method && (
    <div className="flex flex-col gap-2">
      {method === 'password' && (
        <Field label="Your password" name="password" error={error}>
          <PasswordInput {...typing} autoComplete="current-password" />
        </Field>
      )}
      {method === 'code' && (
        <Field
          label="Code"
          name="code"
          error={error}
          hint="The six-digit code from your authenticator app, or one of your recovery codes."
        >
          <Input {...typing} autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} />
        </Field>
      )}
      {method === 'passkey' && (
        <ProofNote error={error}>Your device asks for your passkey when you continue.</ProofNote>
      )}
      {method === 'google' && (
        <>
          <ProofNote error={error}>You sign in with Google, so your account has no password.</ProofNote>
          {error && <GoogleConfirmation />}
        </>
      )}
      {others.length > 0 && (
        <div className="-ml-2.5 flex flex-wrap">
          {others.map((other) => (
            <Button key={other} size="sm" variant="ghost" onClick={() => choose(other)}>
              {SWITCH_LABELS[other]}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
  return { fields, collect, shows, reset }
}

function ProofNote({ error, children }: { error: string | undefined; children: ReactNode }) {
  return error ? (
    <p role="alert" className="text-md text-bad">
      {error}
    </p>
  ) : (
    <p className="text-md text-ink-soft">{children}</p>
  )
}
