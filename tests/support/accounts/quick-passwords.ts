// Passwords hashed like the product's, in a thirtieth of the time: most tests have users, and few are about passwords.
import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { PasswordHashing } from '../../../src/features/accounts/server/index.ts'

const derive = promisify<string, string, number, { N: number; r: number; p: number }, Buffer>(scrypt)

async function hashWith(salt: string, password: string): Promise<string> {
  const key = await derive(password.normalize('NFKC'), salt, 64, { N: 1024, r: 8, p: 1 })
  return `${salt}:${key.toString('hex')}`
}

export const quickPasswords: PasswordHashing = {
  hash: (password) => hashWith(randomBytes(16).toString('hex'), password),
  verify: async ({ hash, password }) => (await hashWith(hash.split(':')[0] ?? '', password)) === hash,
}
