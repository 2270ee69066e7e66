import { CONTENT_FIELDS, type ContentField, type FaqContent } from '../contract.ts'

/** A change of some fields; `undefined` leaves a field as it is. */
export type ContentChange = { [Field in ContentField]?: FaqContent[Field] | undefined }

/** Builds the content of a FAQ field by field. */
export const buildContent = (
  fieldValueOf: <Field extends ContentField>(field: Field) => FaqContent[Field],
): FaqContent =>
  Object.fromEntries(CONTENT_FIELDS.map((contentField) => [contentField, fieldValueOf(contentField)])) as FaqContent

/** The content without anything else that a FAQ has. */
export const pickContent = (faq: FaqContent): FaqContent => buildContent((contentField) => faq[contentField])

export const applyChange = (faqContent: FaqContent, contentChange: ContentChange): FaqContent =>
  buildContent((contentField) => contentChange[contentField] ?? faqContent[contentField])

export const isSameField = (leftContent: FaqContent, rightContent: FaqContent, contentField: ContentField): boolean =>
  JSON.stringify(leftContent[contentField]) === JSON.stringify(rightContent[contentField])

export const isSameContent = (leftContent: FaqContent, rightContent: FaqContent): boolean =>
  CONTENT_FIELDS.every((contentField) => isSameField(leftContent, rightContent, contentField))
