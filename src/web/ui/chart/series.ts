/** Meaning of a part of a chart; determines its color. */
export type ChartTone = 'good' | 'fair' | 'poor' | 'bad'

export interface Series {
  key: string
  label: string
  tone: ChartTone
}

/** Classes of the filled shape; the contrast to the surface is at least 3:1 in light and dark. */
export const seriesFill: Record<ChartTone, string> = {
  good: 'fill-chart-good',
  fair: 'fill-chart-fair',
  poor: 'fill-chart-poor',
  bad: 'fill-chart-bad',
}

/** Background classes of the same colors, for legends. */
export const seriesGround: Record<ChartTone, string> = {
  good: 'bg-chart-good',
  fair: 'bg-chart-fair',
  poor: 'bg-chart-poor',
  bad: 'bg-chart-bad',
}
