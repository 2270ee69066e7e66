import { describe, expect, it } from 'vitest'
import { downloadMethodOf, pickerKindOf, skipReason } from './drive-kinds.ts'

describe('files to import', () => {
  it('are exported from Google’s own formats and downloaded otherwise', () => {
    expect(downloadMethodOf('application/vnd.google-apps.document')).toMatchObject({ extension: 'docx', exportAs: /./ })
    expect(downloadMethodOf('application/pdf')).toEqual({ extension: 'pdf' })
    expect(downloadMethodOf('constructor')).toBeUndefined()
  })

  it('have a reason when they are not imported', () => {
    expect(skipReason('application/pdf', 25 * 1024 * 1024)).toBeUndefined()
    expect(skipReason('application/pdf', 200 * 1024 * 1024)).toBe('It is larger than 25 MB: 200 MB.')
    expect(skipReason('application/vnd.google-apps.document', undefined)).toBeUndefined()
    expect(skipReason('application/vnd.google-apps.shortcut', undefined)).toBe(
      'This is a shortcut. Choose its target instead.',
    )
    expect(skipReason('application/zip', 10)).toMatch(/^Files of this kind are not read/)
    expect(skipReason('application/vnd.google-apps.constructor', undefined)).toMatch(/^Files of this kind/)
  })

  it('have named kinds', () => {
    expect(pickerKindOf('application/vnd.google-apps.folder')).toBe('folder')
    expect(pickerKindOf('application/pdf')).toBe('file')
  })
})
