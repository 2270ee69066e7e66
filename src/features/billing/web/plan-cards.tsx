import { Check } from 'lucide-react'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { cx } from '../../../web/ui/class-names.ts'
import { type Overview, type PlanKey, PRODUCT_PLANS } from '../contract.ts'
import { type PlanButton, planButton } from '../domain/plan-button.ts'

export interface PlanCardsProps {
  overview: Pick<Overview, 'access' | 'subscriptions'>
  /** The plan whose button works. */
  busy: PlanKey | null
  /** One that was chosen before, and is set off. */
  chosen?: PlanKey | null
  onAct: (plan: PlanKey, act: NonNullable<PlanButton['act']>) => void
}

/** Both plans side by side, each with the button for the current state. */
export function PlanCards({ overview, busy, chosen = null, onAct }: PlanCardsProps) {
  const viewer = { access: overview.access, subscription: overview.subscriptions[0] ?? null }
  return (
    <ul aria-label="Plans" className="grid gap-4 sm:grid-cols-2">
      {PRODUCT_PLANS.map((plan) => {
        const { label, act } = planButton(plan.key, viewer)
        const loading = busy === plan.key
        const setOff = chosen ? chosen === plan.key : plan.popular
        return (
          <li
            key={plan.key}
            className={cx(
              'flex flex-col rounded-lg border bg-surface p-5',
              setOff ? 'border-accent-edge' : 'border-line-strong',
            )}
          >
            <div className="flex flex-wrap items-center gap-2">
              <h3 className="text-base font-semibold">{plan.name}</h3>
              {plan.popular && <Badge tone="accent">Most Popular</Badge>}
              {chosen === plan.key && <Badge tone="teal">Your choice</Badge>}
            </div>
            <p className="mt-2.5 flex items-baseline gap-1">
              <span className="text-2xl font-semibold tabular-nums">${plan.price.toFixed(2)}</span>
              <span className="text-sm text-ink-faint">/month</span>
            </p>
            <ul className="mt-3 mb-5 grid gap-1.5 text-md text-ink-soft">
              {plan.features.map((feature) => (
                <li key={feature} className="flex gap-2">
                  <Check size={15} aria-hidden="true" className="mt-1 shrink-0 text-good" />
                  {feature}
                </li>
              ))}
            </ul>
            <Button
              variant={setOff && act ? 'primary' : 'secondary'}
              className="mt-auto w-full"
              loading={loading}
              disabled={act === null || busy !== null}
              aria-label={loading || label.endsWith(plan.name) ? undefined : `${label}: ${plan.name}`}
              onClick={() => act && onAct(plan.key, act)}
            >
              {loading ? 'Loading...' : label}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
