import { expect, it } from 'vitest'
import { DOCUMENT_TYPES } from '../../knowledge/contract.ts'
import { UPLOAD_EXTENSIONS } from './upload-extensions.ts'

it('offers the file types that the knowledge base accepts', () => {
  expect(UPLOAD_EXTENSIONS.split(',').sort()).toEqual(DOCUMENT_TYPES.map((type) => `.${type}`).sort())
})
