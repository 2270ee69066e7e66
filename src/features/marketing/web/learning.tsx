import { ProductPicture } from './pictures/product-picture.tsx'
import { Section } from './section.tsx'

/** The team's side: questions arrive, and what was missing is answered and verified. */
export const Learning = () => (
  <Section
    id="learning"
    heading="See what visitors ask, and close the gaps"
    lead="Every question arrives in the inbox, with its answer and its source. Reply, correct the answer, or turn the question into a FAQ."
    className="border-t border-line"
  >
    <ProductPicture
      name="inbox"
      alt="The inbox: visitors’ questions with their outcomes, and beside them the opened message with its answer."
    />
    <div className="mt-14 grid items-center gap-x-16 gap-y-6 lg:mt-24 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
      <div className="lg:order-2">
        <h3 className="text-2xl font-semibold tracking-[-0.02em]">A gap closes with evidence</h3>
        <p className="mt-3 max-w-xl text-lg text-ink-soft">
          Unanswered questions about the same thing become one gap. When you publish a FAQ for it, each of them is asked
          again, and you see which ones get the new answer.
        </p>
      </div>
      <ProductPicture
        name="gap"
        alt="A resolved gap: its FAQ is published and verified, and all five ways to ask are answered now."
        className="max-w-160"
      />
    </div>
  </Section>
)
