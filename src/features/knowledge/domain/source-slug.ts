import { slugify } from '../../../kernel/text.ts'

const LENGTH_MAX = 60

/**
 * Name of a source's page in addresses. Its end, of the random part of the id, makes it unique, and keeps a page that is
 * in no list from being found by its title.
 */
export function sourceSlug(title: string, id: string): string {
  const name = slugify(title.replace(/\.[a-z0-9]{1,5}$/iu, ''), LENGTH_MAX) || 'source'
  return `${name}-${id.slice(-8)}`
}
