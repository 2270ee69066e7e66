import { navigation as accounts } from '../features/accounts/web/index.ts'
import { sections as answerTests } from '../features/answer-tests/web/index.ts'
import { navigation as billing } from '../features/billing/web/index.ts'
import { sections as contradictions } from '../features/contradictions/web/index.ts'
import { navigation as dashboard } from '../features/dashboard/web/index.ts'
import { sections as doubtfulAnswers } from '../features/doubtful-answers/web/index.ts'
import { sections as faqSections, navigation as faqs } from '../features/faqs/web/index.ts'
import { sections as gaps } from '../features/gaps/web/index.ts'
import { sections as helpHealth } from '../features/help-health/web/index.ts'
import { navigation as integrations } from '../features/integrations/web/index.ts'
import { navigation as knowledge, sections as knowledgeSections } from '../features/knowledge/web/index.ts'
import { sections as questionSections, navigation as questions } from '../features/questions/web/index.ts'
import { sections as suggestions } from '../features/suggestions/web/index.ts'
import { navigation as team } from '../features/team/web/index.ts'
import { navigation as visitors } from '../features/visitors/web/index.ts'
import { navigation as workspaces } from '../features/workspaces/web/index.ts'
import { NAVIGATION_GROUPS, type NavigationItem, type NavigationSection } from '../web/ui/navigation-item.ts'

const navigationPosition = (item: NavigationItem) => NAVIGATION_GROUPS.indexOf(item.group) * 1000 + item.order

/** All pages with a navigation entry, in the sidebar's order. Each feature exports its own entries. */
export const navigation: readonly NavigationItem[] = [
  ...dashboard,
  ...faqs,
  ...questions,
  ...knowledge,
  ...integrations,
  ...visitors,
  ...accounts,
  ...workspaces,
  ...team,
  ...billing,
].sort((left, right) => navigationPosition(left) - navigationPosition(right))

/** The pages below an entry, in their order. */
export const sections: readonly NavigationSection[] = [
  ...questionSections,
  ...gaps,
  ...doubtfulAnswers,
  ...answerTests,
  ...faqSections,
  ...suggestions,
  ...knowledgeSections,
  ...contradictions,
  ...helpHealth,
].sort((left, right) => left.order - right.order)
