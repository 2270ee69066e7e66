export { MeaningCard } from './meaning-card.tsx'
export { ModelUsageCard } from './model-usage-card.tsx'
