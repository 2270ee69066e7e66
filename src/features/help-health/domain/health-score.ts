import type { HealthPart, HelpHealth, MeasuredPart } from '../contract.ts'

interface HealthRule {
  /** The most points that the part can take; together they are 100. */
  weight: number
  /** Share of what could be wrong from which on it takes all of them. */
  fullAt: number
}

/**
 * Wrong answers weigh more than unused content. Where a few of many spoil the answers that visitors get, a small share
 * takes all points.
 */
const HEALTH_RULES: Record<HealthPart, HealthRule> = {
  unread: { weight: 20, fullAt: 0.5 },
  doubtful: { weight: 15, fullAt: 0.1 },
  contradictions: { weight: 15, fullAt: 0.1 },
  tests: { weight: 15, fullAt: 0.5 },
  down_voted: { weight: 15, fullAt: 0.2 },
  unreviewed: { weight: 15, fullAt: 1 },
  never_asked: { weight: 5, fullAt: 1 },
}

export type HealthCounts = Record<HealthPart, { count: number; total: number }>

/** Points lost by a part: at least one where anything is wrong, so that every part that counts is shown. */
function measurePart(healthPart: HealthPart, { count, total }: { count: number; total: number }): MeasuredPart {
  const { weight, fullAt } = HEALTH_RULES[healthPart]
  const affectedShare = count / Math.max(1, total)
  const lostPoints = count > 0 ? Math.max(1, Math.round(weight * Math.min(1, affectedShare / fullAt))) : 0
  return { part: healthPart, count, total, lost: lostPoints, weight }
}

/** 100 less the points that the parts lose; nothing to measure gives no score. */
export function computeHealth(healthCounts: HealthCounts): HelpHealth {
  const measuredParts = (Object.keys(HEALTH_RULES) as HealthPart[])
    .map((healthPart) => measurePart(healthPart, healthCounts[healthPart]))
    .toSorted((left, right) => right.lost - left.lost || right.weight - left.weight)
  const isEmpty = healthCounts.unread.total === 0 && healthCounts.unreviewed.total === 0
  return { score: isEmpty ? null : 100 - measuredParts.reduce((sum, { lost }) => sum + lost, 0), parts: measuredParts }
}
