import { CONTENT_FIELDS, type ContentField, type FaqContent } from '../contract.ts'

/** A change of some fields; `undefined` leaves a field as it is. */
export type ContentChange = { [Field in ContentField]?: FaqContent[Field] | undefined }

/** Builds the content of a FAQ field by field. */
export const buildContent = (fieldOf: <Field extends ContentField>(field: Field) => FaqContent[Field]): FaqContent =>
  Object.fromEntries(CONTENT_FIELDS.map((field) => [field, fieldOf(field)])) as FaqContent

/** The content without anything else that a FAQ has. */
export const pickContent = (faq: FaqContent): FaqContent => buildContent((field) => faq[field])

export const applyChange = (content: FaqContent, change: ContentChange): FaqContent =>
  buildContent((field) => change[field] ?? content[field])

export const isSameField = (left: FaqContent, right: FaqContent, field: ContentField): boolean =>
  JSON.stringify(left[field]) === JSON.stringify(right[field])

export const isSameContent = (left: FaqContent, right: FaqContent): boolean =>
  CONTENT_FIELDS.every((field) => isSameField(left, right, field))
