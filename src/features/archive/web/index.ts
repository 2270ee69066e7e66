export { ExportCard } from './export-card.tsx'
