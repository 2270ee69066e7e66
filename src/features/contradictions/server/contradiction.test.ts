import { describe, expect, it } from 'vitest'
import { contradictionBetween } from '../domain/contradiction.ts'
import { claimingText, readerForLanguage } from './claim-reader.ts'

type Said = readonly [question: string, body: string]
const faq = ([question, body]: Said) => claimingText({ kind: 'faq', question, alternatives: [], body })
const passage = ([question, body]: Said) => claimingText({ kind: 'passage', question, alternatives: [], body })

const en = readerForLanguage('en')
const between = (a: Said, b: Said, reader = en) => contradictionBetween(faq(a), faq(b), reader)
const withPassage = (left: Said, right: Said) => contradictionBetween(faq(left), passage(right), en)

describe('FAQs that contradict each other', () => {
  it.each<[string, Said, Said]>([
    [
      'value',
      ['How long can I return an item?', 'You have 30 days.'],
      ['How long can I return items?', 'Within 14 days.'],
    ],
    [
      'value',
      ['How long does delivery take?', 'Delivery takes 3 days.'],
      ['How long does a delivery take?', 'It takes 5 days to arrive.'],
    ],
    [
      'value',
      ['How much does shipping cost?', 'Shipping costs €5.'],
      ['What does shipping cost?', 'Shipping costs €7.'],
    ],
    [
      'value',
      ['How many users are included?', 'The plan includes 5 users.'],
      ['How many users are included?', 'It includes 10 users.'],
    ],
    ['value', ['When does the shop open?', 'We open at 9 am.'], ['When does the shop open?', 'We open at 10:00.']],
    [
      'value',
      ['When does the sale end?', 'It ends on May 1, 2026.'],
      ['When does the sale end?', 'The sale ends on 2026-05-15.'],
    ],
    [
      'value',
      ['How big can an upload be?', 'An upload can be up to 10 MB.'],
      ['How big may an upload be?', 'An upload can be up to 25 MB.'],
    ],
    [
      'value',
      ['What discount do students get?', 'Students get a 10% discount.'],
      ['Which discount do students get?', 'Students get a 15 percent discount.'],
    ],
    [
      'contact',
      ['How do I contact support?', 'Write to help@acme.example.'],
      ['How can I contact support?', 'Write to support@acme.example.'],
    ],
    [
      'contact',
      ['How can I call you?', 'Call us at +49 30 1234567.'],
      ['How can I call you?', 'Call us at +49 30 7654321.'],
    ],
    ['answer', ['Can I pay by invoice?', 'Yes, you can.'], ['Can I pay by invoice?', 'No. Cards only.']],
    ['answer', ['Do you ship to Norway?', 'No, we do not.'], ['Do you ship to Norway?', 'Yes! Within a week.']],
    ['negation', ['Refunds', 'Gift cards can be refunded.'], ['Gift cards', 'Gift cards cannot be refunded.']],
    [
      'opposite',
      ['Is the shop open on Sundays?', 'The shop is open on Sundays.'],
      ['Sunday hours', 'The shop is closed on Sundays.'],
    ],
    [
      'opposite',
      ['Taxes', 'Taxes are included in the price.'],
      ['What about taxes?', 'Taxes are excluded from the price.'],
    ],
  ])('%s: %j and %j', (kind, a, b) => {
    expect(between(a, b)).toMatchObject({ kind })
    expect(between(b, a)).toMatchObject({ kind })
  })

  it.each<[Said, Said]>([
    [
      ['Wie lange dauert die Lieferung?', 'Die Lieferung dauert 3 Tage.'],
      ['Wie lange dauert eine Lieferung?', 'Eine Lieferung dauert fünf Tage.'],
    ],
    [
      ['Was kostet der Versand?', 'Der Versand kostet 5 Euro.'],
      ['Was kostet der Versand?', 'Der Versand kostet 4,90 €.'],
    ],
    [
      ['Kann ich per Rechnung zahlen?', 'Ja, gerne.'],
      ['Kann ich per Rechnung zahlen?', 'Nein.'],
    ],
  ])('in German: %j and %j', (left, right) => expect(between(left, right, readerForLanguage('de'))).not.toBeNull())
})

it.each<[string, Said, Said, boolean]>([
  ['fr', ['Livraison', 'La livraison dure 3 jours.'], ['Délai de livraison', 'La livraison dure 5 jours.'], true],
  ['fr', ['Puis-je payer par facture ?', 'Oui.'], ['Puis-je payer par facture ?', 'Non.'], false],
])('FAQs in %s contradict each other by figures: %j and %j', (language, left, right, isReported) =>
  expect(between(left, right, readerForLanguage(language)) !== null).toBe(isReported),
)

describe('a FAQ and a passage that contradict each other', () => {
  it.each<[Said, Said]>([
    [
      ['How long can I return an item?', 'You can return items within 30 days.'],
      ['Terms', 'Returns are accepted for 14 days after delivery.'],
    ],
    [
      ['How long does delivery take?', 'Delivery takes 3 days.'],
      ['Shipping', 'We ship every day. Delivery takes 5 days. Have fun!'],
    ],
    [
      ['How long is the warranty?', 'The warranty lasts two years.'],
      ['Warranty terms', 'The warranty lasts 12 months.'],
    ],
    [
      ['How many projects are included?', 'The plan includes 3 projects.'],
      ['Plans', 'The plan includes 5 projects.'],
    ],
  ])('%j and %j', (left, right) => expect(withPassage(left, right)).toMatchObject({ kind: 'value' }))
})

it('reports the difference and its position', () => {
  const found = withPassage(
    ['How long can I return an item?', 'Thank you for asking us. You can return items within 30 days.'],
    ['Terms', 'Returns are accepted for 14 days after delivery.'],
  )
  const marked = [found?.a, found?.b].map((quote) => quote?.marks.map(([from, to]) => quote.text.slice(from, to)))
  expect(marked).toEqual([['30 days'], ['14 days']])
  expect(found?.a.text).toBe('You can return items within 30 days.')
})

describe('texts without a contradiction', () => {
  it.each<[string, Said, Said]>([
    [
      'the same in other units',
      ['How long can I return an item?', 'You have 14 days.'],
      ['How long can I return items?', 'Within two weeks.'],
    ],
    [
      'a year and twelve months',
      ['How long is the warranty?', 'It lasts 1 year.'],
      ['How long is the warranty?', 'It lasts 12 months.'],
    ],
    [
      'an approximate month',
      ['How long can I return an item?', 'You have 30 days.'],
      ['How long can I return items?', 'One month: 30 days.'],
    ],
    [
      'the same in other words',
      ['How do I get a refund?', 'Write to us within 30 days.'],
      ['How do I get a refund?', 'Send an email in the first 30 days.'],
    ],
    [
      'other steps of the same process',
      ['How do I get a refund?', 'Write to us within 30 days.'],
      ['How do I get a refund?', 'We pay it back within 5 days.'],
    ],
    [
      'express and standard',
      ['How long does delivery take?', 'Delivery takes 3 days.'],
      ['How long does express delivery take?', 'Express delivery takes 1 day.'],
    ],
    [
      'two countries',
      ['How long does delivery to Germany take?', 'It takes 3 days.'],
      ['How long does delivery to France take?', 'It takes 5 days.'],
    ],
    [
      'home and abroad',
      ['How long does delivery take?', 'Within Germany 3 days.'],
      ['How long does delivery take?', 'Abroad it takes 7 days.'],
    ],
    [
      'two plans',
      ['How many users are in the Pro plan?', '10 users.'],
      ['How many users are in the Basic plan?', '2 users.'],
    ],
    [
      'two plans in sentences',
      ['Pro', 'The Pro plan includes 10 users.'],
      ['Basic', 'The Basic plan includes 2 users.'],
    ],
    [
      'two products',
      ['How long is the warranty of lamps?', 'Two years.'],
      ['How long is the warranty of batteries?', 'Six months.'],
    ],
    [
      'least and most',
      ['How long must a password be?', 'At least 8 characters.'],
      ['How long may a password be?', 'At most 64 characters.'],
    ],
    [
      'a range and more',
      ['How long does delivery take?', '3 days in the city, 5 days elsewhere.'],
      ['How long does delivery take?', 'Delivery takes 3 days.'],
    ],
    [
      'two thresholds',
      ['Shipping', 'Orders over 50 € ship in 3 days.'],
      ['Shipping costs', 'Orders over 100 € ship in 1 day.'],
    ],
    [
      'two versions',
      ['How do I install on Windows 10?', 'Install the file for Windows 10.'],
      ['How do I install on Windows 11?', 'Install the file for Windows 11.'],
    ],
    [
      'two kinds of contact',
      ['How do I contact you?', 'Write to help@acme.example.'],
      ['How do I contact you?', 'Call us at +49 30 1234567.'],
    ],
    [
      'two departments',
      ['How do I contact sales?', 'Write to sales@acme.example.'],
      ['How do I contact the press office?', 'Write to press@acme.example.'],
    ],
    ['two currencies', ['How much does it cost?', 'It costs 10 €.'], ['How much does it cost?', 'It costs $11.']],
    [
      'a condition',
      ['Can I cancel an order?', 'You can cancel an order.'],
      ['Can I cancel later?', 'You cannot cancel an order after it has shipped.'],
    ],
    [
      'no later than',
      ['When must I return it?', 'Return it within 30 days.'],
      ['When must I return it?', 'Return it no later than 30 days.'],
    ],
    ['not only', ['What do you sell?', 'We sell wool.'], ['What do you sell?', 'We sell not only wool.']],
    ['yes to other questions', ['Do you ship to Norway?', 'Yes.'], ['Do you ship to Brazil?', 'No.']],
    [
      'a duration and a deadline',
      ['Returns', 'Processing a return takes 5 days.'],
      ['How long can I return?', 'You can return for 30 days.'],
    ],
    [
      'questions in an answer',
      ['Returns', 'Can I return it within 14 days?'],
      ['How long can I return it?', 'You can return it within 30 days.'],
    ],
    [
      'business days',
      ['How long does delivery take?', '3 business days.'],
      ['How long does delivery take?', '5 days.'],
    ],
    ['nothing in common', ['Which wool do you use?', 'Merino.'], ['Where are you?', 'In Bremen since 1998.']],
    [
      'a price and its reduction',
      ['How much is the blue kit?', 'The blue kit costs 20 €.'],
      ['How much is the blue kit on sale?', 'The blue kit costs 15 € during the sale.'],
    ],
    [
      'member and guest',
      ['How many bookings can guests make?', 'Guests can make 2 bookings.'],
      ['How many bookings can members make?', 'Members can make 10 bookings.'],
    ],
    ['empty texts', ['', ''], ['', '']],
    ['HTML', ['<b>How long?</b>', '<i>14 days</i>'], ['<script>alert(1)</script>', '30 days']],
  ])('%s', (_, a, b) => {
    expect(between(a, b)).toBeNull()
    expect(between(b, a)).toBeNull()
    expect(withPassage(a, b)).toBeNull()
  })

  it('10,000 characters are compared quickly', () => {
    const long: Said = ['How long?', 'The delivery takes 3 days. '.repeat(400)]
    expect(between(long, ['How long?', 'x'.repeat(10_000)])).toBeNull()
  })
})
