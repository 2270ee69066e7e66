/** What a part of a chart means; its colour follows. */
export type ChartTone = 'good' | 'fair' | 'poor' | 'bad'

export interface Series {
  key: string
  label: string
  tone: ChartTone
}

/** Classes of the filled shape; each stands out by 3:1 from the ground in light and dark. */
export const seriesFill: Record<ChartTone, string> = {
  good: 'fill-chart-good',
  fair: 'fill-chart-fair',
  poor: 'fill-chart-poor',
  bad: 'fill-chart-bad',
}

/** The same as a ground, for legends. */
export const seriesGround: Record<ChartTone, string> = {
  good: 'bg-chart-good',
  fair: 'bg-chart-fair',
  poor: 'bg-chart-poor',
  bad: 'bg-chart-bad',
}
