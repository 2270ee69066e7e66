import { PRODUCT_PLANS, TRIAL_DAYS } from '../../billing/contract.ts'
import type { LandingPage, SiteViewer } from '../contract.ts'
import { LinkButton } from './link-button.tsx'
import { Section } from './section.tsx'
import { SIGN_UP } from './site-map.ts'

type Plan = (typeof PRODUCT_PLANS)[number]

function Tick() {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className="mt-1 size-4 shrink-0 fill-none stroke-good stroke-[1.75px] [stroke-linecap:round]"
    >
      <path d="m3 8.5 3.2 3.2L13 4.8" />
    </svg>
  )
}

interface PlanProps {
  plan: Plan
  viewer: SiteViewer
  checkout: string | null
  plans: LandingPage['plans']
}

function PlanAction({ plan, viewer, checkout, plans }: PlanProps) {
  if (viewer.signed_in && viewer.subscribed === plan.key) {
    return (
      <button
        type="button"
        disabled
        className="mt-7 h-12 w-full rounded-lg border border-line bg-sunken px-6 text-base font-medium text-ink-faint"
      >
        Current Plan
      </button>
    )
  }
  const [href, label] = !viewer.signed_in
    ? [SIGN_UP, 'Start Free Trial']
    : checkout && viewer.plan_applies !== false
      ? [`${checkout}&subscribe=${plan.key}`, 'Subscribe Now']
      : ['/dashboard', 'Go to dashboard']
  return (
    <LinkButton
      href={href}
      look={plan.popular ? 'primary' : 'secondary'}
      size="lg"
      className="mt-7 w-full"
      data-plan={JSON.stringify(plans[plan.key])}
    >
      {label}
    </LinkButton>
  )
}

function PlanCard({ plan, ...rest }: PlanProps) {
  return (
    <li
      className={`relative flex flex-col rounded-xl border bg-surface p-6 sm:p-8 ${plan.popular ? 'border-accent-edge shadow-overlay' : 'border-line-strong'}`}
    >
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="text-xl font-semibold tracking-[-0.015em]">{plan.name}</h3>
        {plan.popular && (
          <span className="rounded-full bg-accent-soft px-2.5 py-1 text-xs font-medium text-accent-ink">
            Most Popular
          </span>
        )}
      </div>
      <p className="mt-1.5 text-base text-ink-soft">{plan.description}</p>
      <p className="mt-6 flex items-baseline gap-1.5">
        <span className="text-[2.75rem] leading-none font-semibold tracking-[-0.035em] tabular-nums">
          ${plan.price.toFixed(2)}
        </span>
        <span className="text-md text-ink-faint">/month</span>
      </p>
      <ul className="mt-7 grid gap-2.5 text-base text-ink">
        {plan.features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Tick />
            {feature}
          </li>
        ))}
      </ul>
      <div className="mt-auto">
        <PlanAction plan={plan} {...rest} />
      </div>
    </li>
  )
}

export function Pricing(props: Omit<PlanProps, 'plan'>) {
  return (
    <Section
      id="pricing"
      heading="Pricing"
      lead={`Both plans start with a ${TRIAL_DAYS}-day free trial. No credit card required, and nothing is charged unless you subscribe.`}
      className="border-t border-line"
    >
      <ul className="grid gap-5 md:grid-cols-2 lg:gap-8">
        {PRODUCT_PLANS.map((plan) => (
          <PlanCard key={plan.key} plan={plan} {...props} />
        ))}
      </ul>
    </Section>
  )
}
