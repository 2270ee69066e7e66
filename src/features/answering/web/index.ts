export { ModelUsageCard } from './model-usage-card.tsx'
