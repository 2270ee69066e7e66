export { loadMarketingAssets } from './assets.ts'

export { type ContactMailJob, contactMailJob } from './contact-mail.job.ts'
export { type GuideText, guideTexts, hashGuides, loadGuides } from './guides.ts'
export { createSite, type Site, type SiteDeps } from './site.ts'
