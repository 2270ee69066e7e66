export { DomainCard } from './domain-card.tsx'
