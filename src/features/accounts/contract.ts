import { z } from 'zod'
import { anonymousProcedure, userProcedure } from '../../kernel/procedure.ts'
import { idSchema, optionalText, requiredText, timestamp } from '../../kernel/wire.ts'

export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 128

export const profileSchema = z.object({
  id: idSchema,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar_url: z.string().nullable(),
  trial_ends_at: timestamp.nullable(),
  has_had_trial: z.boolean(),
  has_free_access: z.boolean(),
})
export type Profile = z.output<typeof profileSchema>

export const signUpInput = z.object({
  first_name: requiredText(100, 'Please enter your first name.'),
  last_name: requiredText(100, 'Please enter your last name.'),
  email: z.email({ error: 'Please enter a valid email address.' }).max(254),
  password: z
    .string()
    .min(PASSWORD_MIN, { error: 'Password must be at least 6 characters long' })
    .max(PASSWORD_MAX, { error: `Please keep your password to at most ${PASSWORD_MAX} characters.` }),
})
export type SignUpInput = z.input<typeof signUpInput>

export const signInInput = z.object({
  email: z.string().trim().min(1, { error: 'Please enter your email address.' }).max(254),
  password: z.string().min(1, { error: 'Please enter your password.' }).max(PASSWORD_MAX),
})

/** What the client needs to know of the instance before anybody signs in. */
export const instanceSchema = z.object({
  local: z.boolean(),
  signup: z.enum(['open', 'invite', 'closed']),
  google: z.boolean(),
  demo_subdomain: z.string().nullable(),
  support_email: z.string().nullable(),
})

export const accountsContract = {
  instance: anonymousProcedure.output(instanceSchema),
  /** Signs the person in at once on a local instance (a Set-Cookie comes with the answer); else a mail must be confirmed first. */
  signUp: anonymousProcedure.input(signUpInput).output(z.object({ signed_in: z.boolean() })),
  signIn: anonymousProcedure.input(signInInput).output(z.object({ signed_in: z.literal(true) })),
  signOut: userProcedure().output(z.object({ signed_out: z.literal(true) })),
  /** The signed-in person, or null: the one question asked without a session on every load. */
  me: anonymousProcedure.output(profileSchema.nullable()),
  updateProfile: userProcedure({ writes: true, duringPaywall: true })
    .input(z.object({ first_name: optionalText(100), last_name: optionalText(100) }))
    .output(profileSchema),
}
