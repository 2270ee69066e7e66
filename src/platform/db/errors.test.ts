import { describe, expect, it } from 'vitest'
import { AppError } from '../../kernel/app-error.ts'
import { databaseErrorCode, mapDatabaseError, repeatOnConflict } from './errors.ts'

const coded = (code: string) => Object.assign(new Error('from the driver'), { code })
const wrapped = (cause: Error) => new Error('Failed query', { cause })

describe('an error of the database', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '08006', '53300', '25P03'])(
    '%s means unavailable',
    (code) => {
      expect(mapDatabaseError(wrapped(coded(code)))).toMatchObject({
        kind: 'unavailable',
        code: 'database.unavailable',
      })
    },
  )

  it('about a full disk is reported as such, for every statement', () => {
    const full = { kind: 'unavailable', code: 'database.disk_full' }
    expect(mapDatabaseError(wrapped(coded('53100')))).toMatchObject(full)
    const panic = Object.assign(new Error('could not write to file "pg_wal/xlogtemp.1": No space left on device'), {
      severity: 'PANIC',
    })
    expect(mapDatabaseError(panic)).toMatchObject(full)
  })

  it('is recognized by its text alone', () => {
    for (const text of ['Connection terminated unexpectedly', 'timeout exceeded when trying to connect']) {
      expect(mapDatabaseError(new Error(text))).toMatchObject({ code: 'database.unavailable' })
    }
  })

  it.each(['FATAL', 'PANIC'])('means unavailable when it ends the session (%s)', (severity) => {
    const error = Object.assign(coded('XX000'), { severity })
    expect(mapDatabaseError(wrapped(error))).toMatchObject({ kind: 'unavailable', code: 'database.unavailable' })
    expect(mapDatabaseError(Object.assign(coded('XX000'), { severity: 'ERROR' }))).toMatchObject({ code: 'XX000' })
  })

  it('means that the statement took too long after its timeout', () => {
    expect(mapDatabaseError(wrapped(coded('57014')))).toMatchObject({ kind: 'unavailable', code: 'database.timeout' })
  })

  it('is otherwise unchanged', () => {
    const unique = wrapped(coded('23505'))
    const own = new AppError('invalid', 'x', 'x', { cause: coded('ECONNRESET') })
    expect(mapDatabaseError(unique)).toBe(unique)
    expect(mapDatabaseError(own)).toBe(own)
    expect(databaseErrorCode(unique)).toBe('23505')
  })
})

describe('work refused because of concurrent work', () => {
  it('is repeated until it succeeds', async () => {
    let runs = 0
    const run = async () => {
      if (++runs < 3) throw wrapped(coded('40001'))
      return 'done'
    }
    expect(await repeatOnConflict(run)).toBe('done')
    expect(runs).toBe(3)
  })

  it('fails after several attempts, and immediately for other errors', async () => {
    let runs = 0
    const failing = (code: string) => async () => {
      runs++
      throw coded(code)
    }
    await expect(repeatOnConflict(failing('40P01'), 2)).rejects.toMatchObject({ code: '40P01' })
    expect(runs).toBe(2)
    await expect(repeatOnConflict(failing('23505'))).rejects.toMatchObject({ code: '23505' })
    expect(runs).toBe(3)
  })
})
