import { isSameTopic, type Section, saysTheSame } from './section.ts'

/** Sections about one thing, the best first. */
export interface Topic<T extends { section: Section }> {
  best: T
  all: T[]
}

/** Groups sections by topic: each topic once, in the order of its best section. */
export function groupByTopic<T extends { section: Section }>(ranked: readonly T[]): Topic<T>[] {
  const topics: Topic<T>[] = []
  for (const one of ranked) {
    const known = topics.find(({ best }) => isSameTopic(best.section, one.section))
    if (known) known.all.push(one)
    else topics.push({ best: one, all: [one] })
  }
  return topics
}

/** Sections to show when none is certain, best first: several of one topic may be among them, but no text twice. */
export function sectionsToShow<T extends { section: Section }>(ranked: readonly T[], max: number): T[] {
  const shown: T[] = []
  for (const one of ranked) {
    if (shown.length >= max) break
    if (!shown.some(({ section }) => saysTheSame(section, one.section))) shown.push(one)
  }
  return shown
}
