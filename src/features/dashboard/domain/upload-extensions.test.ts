import { expect, it } from 'vitest'
import { DOCUMENT_TYPES } from '../../knowledge/contract.ts'
import { UPLOAD_EXTENSIONS } from './upload-extensions.ts'

it('offers to choose what the knowledge base takes in', () => {
  expect(UPLOAD_EXTENSIONS.split(',').sort()).toEqual(DOCUMENT_TYPES.map((type) => `.${type}`).sort())
})
