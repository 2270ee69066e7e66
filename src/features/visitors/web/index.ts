export { BrandHeader } from './brand-header.tsx'
export { Help } from './help.tsx'
export type { AskProgress, HelpClient } from './help-client.ts'
export { PublicPage } from './public-page.tsx'
