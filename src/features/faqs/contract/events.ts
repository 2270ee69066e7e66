declare module '../../../kernel/events.ts' {
  interface EventMap {
    /** None named: many changed. */
    'faq.changed': { ids: string[] }
    'faq.purged': object
  }
}

export {}
