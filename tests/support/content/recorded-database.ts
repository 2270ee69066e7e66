/** Content that `scripts/release/record-database.ts` puts into the database of a version. */
export const RECORDED_OWNER = { email: 'owner@example.test', password: 'woven-thread-7', name: 'Woven Goods' }
export const RECORDED_FAQ = {
  question: 'Do you mend hammocks?',
  answer: 'Send them to our workshop in spring.',
  status: 'published',
}

export interface RecordedDatabase {
  subdomain: string
  api_key: string
  /** Migrations of the version by name, with the hash of each. */
  migrations: Record<string, string>
}
