import type { Call, Reply } from '../network/http-client.ts'

/** Products of a fictional workshop. */
export const PRODUCTS = ['blanket', 'curtain', 'hammock', 'carpet']

/** Publishes a FAQ for each ware. @param rest the workspace's API, from `restOf` */
export async function publishProducts(rest: (at: string, call: Call) => Promise<Reply>): Promise<void> {
  for (const product of PRODUCTS) {
    const body = {
      question: `When does my ${product} leave the loom?`,
      answer: `Every ${product} is woven to order in our workshop. It leaves the loom on Friday.`,
      status: 'published',
    }
    const { status } = await rest('/faqs', { body })
    if (status !== 201) throw new Error(`Publishing answered ${status}`)
  }
}
