import { describe, expect, it } from 'vitest'
import { longTexts } from '../../tests/support/content/long-texts.ts'
import { isClean, maskText } from './mask-text.ts'

describe('masked text', () => {
  it.each([
    ['I wrote from mia.k+shop@mail.example.co.uk, no answer', 'I wrote from [email], no answer'],
    ['почта: иван@пример.рф не работает', 'почта: [email] не работает'],
    ['my card 4111 1111 1111 1111 was refused', 'my card [card number] was refused'],
    ['card 4111111111111111?', 'card [card number]?'],
    ['IBAN DE89 3704 0044 0532 0130 00 please', 'IBAN [account number] please'],
    ['call me: +49 30 901820, thanks', 'call me: [phone number], thanks'],
    ['ring (030) 901-820-55', 'ring [phone number]'],
    ['rufen Sie 0171/234 567 89 an', 'rufen Sie [phone number] an'],
    ['why the fuck is it so fucking slow', 'why the *** is it so *** slow'],
    ['Scheiße, wo ist mein Paket', '***, wo ist mein Paket'],
  ])('%s', (text, expected) => {
    expect(maskText(text)).toBe(expected)
    expect(isClean(text)).toBe(false)
  })
})

describe('unmasked text', () => {
  it.each([
    'Where is my order AB-4711 or #10815?',
    'Where is order 1234567890123456?',
    'Is 21.11.2026 a holiday, and 2026-12-24?',
    'What does the 12.50 plan cost for 1,000 seats?',
    'Do you open at 9-17?',
    'Does Scunthorpe get parcels? And Cockburn?',
    'Is there an assessment, or a class in Essex?',
    'ハロー、返品できますか',
    '',
  ])('%s', (text) => {
    expect(maskText(text)).toBe(text)
    expect(isClean(text)).toBe(true)
  })
})

it('any text is masked quickly', () => {
  for (const [name, text] of longTexts(30_000)) expect(maskText(text).length, name).toBeGreaterThan(0)
})
