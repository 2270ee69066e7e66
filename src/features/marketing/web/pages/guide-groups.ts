import type { GuideLink } from '../../contract.ts'

/** The guides below the headings of their groups, in their order. */
export const guideGroups = (guides: readonly GuideLink[]): { group: string; guides: GuideLink[] }[] =>
  Object.entries(Object.groupBy(guides, ({ group }) => group)).map(([group, own = []]) => ({ group, guides: own }))
