// The cost of the product's password hashing, which other tests replace by a quick one.
import { expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database/database.ts'
import { loadConfig } from '../../../platform/config/index.ts'
import { createLogger } from '../../../platform/log/index.ts'
import { createAuth } from './auth.ts'

// Made by scrypt of OpenSSL with N 16384, r 16, p 1 and 64 bytes.
const SALT = '00112233445566778899aabbccddeeff'
const KEY =
  '96ff90a4a37d1d0a7f560cc31bd92a193262c564d2150e4d1035d0e68808ed9d' +
  '48cede585a456256b2b7010850851f29dd423fa9e557ad494e64e4f692b84f59'

it('passwords are hashed with scrypt at N 16384 and r 16', async () => {
  const config = loadConfig({ LOG_LEVEL: 'silent' })
  const auth = createAuth({ config, log: createLogger(config), db: await testDatabase() })
  const { password } = await auth.$context
  const hash = `${SALT}:${KEY}`
  expect(await password.verify({ hash, password: 'woven-thread-7' })).toBe(true)
  expect(await password.verify({ hash, password: 'woven-thread-8' })).toBe(false)
  expect(await password.hash('woven-thread-7')).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
})
