export { AnswerLevelCard } from './answer-level-card.tsx'
export { MeaningCard } from './meaning-card.tsx'
export { ModelUsageCard } from './model-usage-card.tsx'
