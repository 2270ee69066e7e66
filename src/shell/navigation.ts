import { navigation as accounts } from '../features/accounts/web/index.ts'
import { navigation as dashboard } from '../features/dashboard/web/index.ts'
import { navigation as faqs } from '../features/faqs/web/index.ts'
import { navigation as integrations } from '../features/integrations/web/index.ts'
import { navigation as knowledge } from '../features/knowledge/web/index.ts'
import { navigation as questions } from '../features/questions/web/index.ts'
import { navigation as visitors } from '../features/visitors/web/index.ts'
import { NAVIGATION_GROUPS, type NavigationItem } from '../web/ui/navigation-item.ts'

const position = (item: NavigationItem) => NAVIGATION_GROUPS.indexOf(item.group) * 1000 + item.order

/** All pages with a navigation entry, in the sidebar's order. Each feature exports its own entries. */
export const navigation: readonly NavigationItem[] = [
  ...dashboard,
  ...faqs,
  ...questions,
  ...knowledge,
  ...integrations,
  ...visitors,
  ...accounts,
].sort((left, right) => position(left) - position(right))
