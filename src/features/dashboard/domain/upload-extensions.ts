/**
 * Extensions that the file chooser offers. Separate from the contract, whose schemas would be loaded by the first page.
 */
export const UPLOAD_EXTENSIONS =
  '.pdf,.doc,.docx,.txt,.md,.mdx,.ppt,.pptx,.xlsx,.csv,.odt,.ods,.odp,.rtf,.epub,.html,.htm,.eml,.zip'
