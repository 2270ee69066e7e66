export { BrandingSection } from './branding-section.tsx'
export { GeneralSection } from './general-section.tsx'
export { HeaderSection } from './header-section.tsx'
export { type LookErrors, useAppearance, useLookEditing } from './use-look-editing.ts'
