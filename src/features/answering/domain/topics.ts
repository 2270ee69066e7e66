import { isSameTopic, type Section, saysTheSame } from './section.ts'

/** Sections about one thing, the best first. */
export interface Topic<T extends { section: Section }> {
  best: T
  all: T[]
}

/** Groups sections by topic: each topic once, in the order of its best section. */
export function groupByTopic<T extends { section: Section }>(rankedSections: readonly T[]): Topic<T>[] {
  const topics: Topic<T>[] = []
  for (const rankedSection of rankedSections) {
    const knownTopic = topics.find(({ best }) => isSameTopic(best.section, rankedSection.section))
    if (knownTopic) knownTopic.all.push(rankedSection)
    else topics.push({ best: rankedSection, all: [rankedSection] })
  }
  return topics
}

/** Sections to show when none is certain, best first: several of one topic may be among them, but no text twice. */
export function sectionsToShow<T extends { section: Section }>(rankedSections: readonly T[], maxSections: number): T[] {
  const shownSections: T[] = []
  for (const rankedSection of rankedSections) {
    if (shownSections.length >= maxSections) break
    if (!shownSections.some(({ section }) => saysTheSame(section, rankedSection.section)))
      shownSections.push(rankedSection)
  }
  return shownSections
}
