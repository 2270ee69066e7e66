import { expect, it } from 'vitest'
import { hasUnmetConstraint, hasUnmetPlatform } from './constraint-terms.ts'

it('treats an operating system as a constraint, but not the maker of a phone', () => {
  expect(hasUnmetPlatform('does it run on my iPhone', 'It runs on Android.')).toBe(true)
  expect(hasUnmetPlatform('it stopped on my samsung', 'The battery settings stop it.')).toBe(false)
})

it.each([
  ['connect PayPal', 'Connect Stripe in the settings.', true],
  ['pay with Apple Pay', 'We take ApplePay and cards.', false],
  ['does it write on whatsapp', 'We write by mail.', true],
  ['block *.facebook.com', 'A star blocks all of an address.', false],
  ['import a pdf', 'Text files are imported.', true],
  ['export as csv or xlsx', 'The export is a CSV file.', true],
  ['can I write letters in Polish', 'In French or German.', true],
  ['switch the page to german', 'Customers in Germany have their own page.', true],
  ['polish the bike', 'Clean the bike with water.', false],
  ['gibt es das auf Deutsch', 'Die deutsche Fassung ist fertig.', false],
  ['is there a yearly pass', 'The monthly pass costs $19.', true],
  ['is there a yearly pass', 'The pass costs $99 a year.', false],
  ['monthly statement', 'Statements of each month.', false],
  ['gibt es ein Jahresabo', 'Das Abo kostet 5 € im Monat.', true],
])('%s: %s', (question, text, isUnmet) => expect(hasUnmetConstraint(question, text)).toBe(isUnmet))
