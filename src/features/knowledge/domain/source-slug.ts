import { slugify } from '../../../kernel/text.ts'

const MAX_SLUG_LENGTH = 60

/**
 * Name of a source's page in addresses. Its end, of the random part of the id, makes it unique, and keeps a page that is
 * in no list from being found by its title.
 */
export function sourceSlug(title: string, sourceId: string): string {
  const slugifiedTitle = slugify(title.replace(/\.[a-z0-9]{1,5}$/iu, ''), MAX_SLUG_LENGTH) || 'source'
  return `${slugifiedTitle}-${sourceId.slice(-8)}`
}
