import { ProductPicture, type ProductPictureName } from './pictures/product-picture.tsx'
import { Section } from './section.tsx'

interface StepProps {
  number: number
  title: string
  text: string
  picture: ProductPictureName
  alt: string
}

const Step = ({ number, title, text, picture, alt }: StepProps) => (
  <li className="grid items-center gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,40rem)] lg:even:grid-cols-[minmax(0,40rem)_minmax(0,1fr)] lg:even:[&>div]:order-2">
    <div>
      <div className="flex items-baseline gap-3">
        <span className="text-md font-semibold text-accent-ink tabular-nums">{number}</span>
        <h3 className="text-2xl font-semibold tracking-[-0.02em]">{title}</h3>
      </div>
      <p className="mt-3 max-w-xl text-lg text-ink-soft">{text}</p>
    </div>
    <ProductPicture name={picture} alt={alt} className="max-w-160" />
  </li>
)

export function HowItWorks() {
  return (
    <Section id="how-it-works" heading="How it works" className="border-t border-line">
      <ol className="grid gap-16 lg:gap-24">
        <Step
          number={1}
          title="Create FAQs"
          text="Write questions and answers, or import the ones that you have. Publish each when it is ready."
          picture="editor"
          alt="The editor with the FAQ “How do I return an order?”, its answer, and a preview of what visitors see."
        />
        <Step
          number={2}
          title="AI powers the answers"
          text="Visitors ask in their own words, typos included, and see which FAQ or text the answer came from."
          picture="answer"
          alt="A help page that answers “can i wash my sweter” with washing instructions, and names the text as the source."
        />
        <Step
          number={3}
          title="Embed anywhere"
          text="Link to your own FAQ page, or put one line of code into your website. There is an API, too."
          picture="appearance"
          alt="The appearance settings: a header color beside a live preview of the help page on desktop and phone."
        />
      </ol>
    </Section>
  )
}
