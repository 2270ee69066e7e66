import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { ApiError, messageOf } from './api-error.ts'
import { toApiError } from './to-api-error.ts'

describe('toApiError', () => {
  it('uses kind, code, message and details of the response', () => {
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
  it('uses the status when the body has no error', () => {
    expect(toApiError(new ORPCError('TOO_MANY_REQUESTS', { status: 429 }))).toMatchObject({ kind: 'rate_limited' })
    expect(toApiError(new ORPCError('INTERNAL_SERVER_ERROR'))).toMatchObject({ kind: 'unknown' })
  })
  it('treats other errors as a lost connection, which may be temporary', () => {
    expect(toApiError(new TypeError('Failed to fetch'))).toMatchObject({ kind: 'network', temporary: true })
  })
  it('does not change an aborted request', () => {
    const aborted = new DOMException('', 'AbortError')
    expect(toApiError(aborted)).toBe(aborted)
  })
})

describe('messageOf', () => {
  it("returns the server's message, and never the text of an unknown error", () => {
    expect(messageOf(new ApiError('limit', 'limit.faqs', 'You have 50 FAQs.'))).toBe('You have 50 FAQs.')
    expect(messageOf(new ApiError('unknown', 'x', 'stack trace'))).toBe(
      'An unexpected error occurred. Please try again.',
    )
    expect(messageOf(new Error('internal'), 'Failed to sign out')).toBe('Failed to sign out')
  })
})
