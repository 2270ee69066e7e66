/** Net change of a FAQ in a transaction; `saves` counts the versions that it wrote. */
export interface WrittenFaq {
  id: string
  change: 'created' | 'edited' | 'deleted'
  saves: number
}

declare module '../../../kernel/events.ts' {
  interface EventMap {
    /** None named: many changed. */
    'faq.changed': { ids: string[] }
    'faq.purged': object
    /** Changes of content: created, edited or deleted FAQs, also those that came back from the trash. */
    'faq.written': { faqs: WrittenFaq[] }
  }
}
