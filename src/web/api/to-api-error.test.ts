import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { ApiError, messageOf } from './api-error.ts'
import { toApiError } from './to-api-error.ts'

describe('toApiError', () => {
  it('takes kind, code, message and details from the wire', () => {
    const details = { fields: [{ path: 'email', message: 'Taken.' }] }
    const data = { kind: 'conflict', code: 'account.email_taken', message: 'This email is taken.', details }
    const error = toApiError(new ORPCError('CONFLICT', { status: 409, data }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      kind: 'conflict',
      code: 'account.email_taken',
      message: 'This email is taken.',
      details,
    })
  })
  it('falls back on the status where the body says nothing', () => {
    expect(toApiError(new ORPCError('TOO_MANY_REQUESTS', { status: 429 }))).toMatchObject({ kind: 'rate_limited' })
    expect(toApiError(new ORPCError('INTERNAL_SERVER_ERROR'))).toMatchObject({ kind: 'unknown' })
  })
  it('calls everything else a lost connection, which may pass', () => {
    expect(toApiError(new TypeError('Failed to fetch'))).toMatchObject({ kind: 'network', temporary: true })
  })
  it('leaves an aborted request alone', () => {
    const aborted = new DOMException('', 'AbortError')
    expect(toApiError(aborted)).toBe(aborted)
  })
})

describe('messageOf', () => {
  it("shows the server's sentence, and never what an unknown failure says", () => {
    expect(messageOf(new ApiError('limit', 'limit.faqs', 'You have 50 FAQs.'))).toBe('You have 50 FAQs.')
    expect(messageOf(new ApiError('unknown', 'x', 'stack trace'))).toBe(
      'An unexpected error occurred. Please try again.',
    )
    expect(messageOf(new Error('internal'), 'Failed to sign out')).toBe('Failed to sign out')
  })
})
