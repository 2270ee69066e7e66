import { Section } from './section.tsx'
import { TryForm } from './try-form.tsx'

/** Lets visitors of the landing page try their own website. */
export const TryOut = () => (
  <Section
    id="try"
    heading="Try it with a page of yours"
    lead="No account needed. You see what is read, and which FAQs your page already answers."
    className="border-t border-line bg-sunken"
  >
    <TryForm />
  </Section>
)
