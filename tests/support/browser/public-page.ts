// A workspace as visitors see it, without a database: what the pages are made from.
import type { PublicPage } from '../../../src/features/visitors/contract.ts'
import { DEFAULT_LOOK } from '../../../src/features/workspaces/contract.ts'
import { newId } from '../../../src/kernel/ids.ts'

/** A page with as many FAQs as wanted; `changes` replace what it is made of. */
export function publicPage(subdomain: string, changes: Partial<PublicPage> = {}, faqs = 3): PublicPage {
  return {
    workspace: {
      id: newId(),
      name: 'Woven Goods',
      subdomain,
      logo_url: null,
      website_url: 'https://woven.example.test',
      ...DEFAULT_LOOK,
    },
    sources: [],
    faqs: Array.from({ length: faqs }, (_, index) => ({
      id: newId(),
      question: `How is cloth number ${index} made?`,
      answer: `From **yarn ${index}**, on a loom.\n\n1. Warp\n2. Weft\n\nSee https://woven.example.test/cloth/${index}.`,
      category: index % 2 ? 'Billing' : 'General',
      slug: `how-is-cloth-number-${index}-made`,
    })),
    categories: [],
    lang: 'en',
    domain: null,
    version: '1',
    allowedOrigins: [],
    ...changes,
  }
}
