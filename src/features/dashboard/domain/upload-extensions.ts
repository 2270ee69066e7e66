/** What the file chooser offers. Apart from the contract, which would bring its schemas to the first page. */
export const UPLOAD_EXTENSIONS = '.pdf,.doc,.docx,.txt,.md,.pptx'
