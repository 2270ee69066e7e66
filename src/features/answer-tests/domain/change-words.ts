import type { ContentChange, Shortfall } from '../contract.ts'

/** The reasons for which a test fails, a sentence each. */
export function shortfallReasons({ unanswered, missing, uncited }: Shortfall): string[] {
  if (unanswered) return ['The question gets no answer']
  return [
    ...(missing.length > 0 ? [`The answer does not contain ${missing.map((phrase) => `“${phrase}”`).join(', ')}`] : []),
    ...(uncited ? ['The answer uses a different source than required'] : []),
  ]
}

/** Path of the page that lists a source. */
export const contentAddress = (title: string): string =>
  `/knowledge?tab=content&q=${encodeURIComponent(title.slice(0, 200))}`

const FAQ_CHANGE_VERBS: Partial<Record<ContentChange['what'], string>> = {
  published: 'was published',
  unpublished: 'was taken off the help page',
  restored: 'was brought back',
  deleted: 'was deleted',
}

/** A change and its object; `title` is a link when there is a page for it. */
export function describeChange({ kind, what, id, title }: ContentChange): {
  before: string
  title: string
  after: string
  to: string | null
} {
  if (kind === 'test') return { before: 'This test was edited', title: '', after: '', to: null }
  if (kind === 'settings')
    return { before: 'The ', title: 'tone or instructions for answers', after: ' changed', to: '/settings?tab=answers' }
  if (kind === 'website') return { before: 'The website ', title, after: ' was read again', to: '/knowledge' }
  const changeVerb =
    kind === 'faq'
      ? (FAQ_CHANGE_VERBS[what] ?? 'was edited')
      : what === 'deleted'
        ? 'was deleted'
        : what === 'added'
          ? 'was added'
          : 'was read again'
  if (title === '')
    return {
      before: `${kind === 'faq' ? 'FAQs' : 'Sources'} were `,
      title: '',
      after: changeVerb.replace('was ', ''),
      to: null,
    }
  const linkPath =
    what === 'deleted' ? null : kind === 'faq' ? (id ? `/pages?faq=${id}` : '/pages') : contentAddress(title)
  return { before: kind === 'faq' ? 'The FAQ ' : 'The source ', title, after: ` ${changeVerb}`, to: linkPath }
}
