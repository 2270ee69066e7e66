// The benchmarks, in the order in which they run. A new one is added to the list.
import { bodiesStage } from './bodies-stage.ts'
import { engineStage } from './engine-stage.ts'
import { faqTableStage } from './faq-table-stage.ts'
import { firstAnswerStage } from './first-answer-stage.ts'
import { hostPageStage } from './host-page-stage.ts'
import { importStage } from './import-stage.ts'
import { ingestionStage } from './ingestion-stage.ts'
import { launcherStage } from './launcher-stage.ts'
import { lighthouseStage } from './lighthouse-stage.ts'
import { mcpStage } from './mcp-stage.ts'
import { memoryStage } from './memory-stage.ts'
import { pageStage } from './page-stage.ts'
import { resyncStage } from './resync-stage.ts'
import { searchStage } from './search-stage.ts'
import type { Stage } from './stage.ts'
import { startStage } from './start-stage.ts'
import { workspacesStage } from './workspaces-stage.ts'

export const stages: Stage[] = [
  startStage,
  memoryStage,
  firstAnswerStage,
  pageStage,
  lighthouseStage,
  hostPageStage,
  launcherStage,
  searchStage,
  mcpStage,
  engineStage,
  importStage,
  bodiesStage,
  ingestionStage,
  resyncStage,
  faqTableStage,
  workspacesStage,
]
