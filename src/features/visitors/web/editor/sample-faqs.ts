import type { PublicFaq } from '../../contract.ts'

const sampleFaq = (name: string, category: string, question: string, answer: string): PublicFaq => ({
  id: `sample-${name}`,
  question,
  answer,
  category,
  slug: `sample-${name}`,
})

/** Shown in the preview of a workspace without published FAQs, so that its colors and its font can be judged. */
export const SAMPLE_FAQS: readonly PublicFaq[] = [
  sampleFaq(
    'delivery',
    'Orders',
    'How long does delivery take?',
    'Three working days. **Express** arrives the next day.',
  ),
  sampleFaq('return', 'Orders', 'Can I return an order?', 'Yes, within 30 days:\n\n1. Pack it.\n2. Print the label.'),
  sampleFaq('payment', 'Payment', 'Which payment methods do you accept?', 'Cards and bank transfers.'),
]
