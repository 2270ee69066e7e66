import { describe, expect, it } from 'vitest'
import { detectLanguage } from './languages.ts'

describe('the language of a text', () => {
  it.each([
    ['en', 'How do I change the address on my invoice?'],
    ['de', 'Wie ändere ich die Adresse auf meiner Rechnung?'],
    ['es', '¿Cómo cambio la dirección de mi factura?'],
    ['fr', "Comment puis-je modifier l'adresse de ma facture ?"],
    ['it', 'Come posso cambiare il mio indirizzo nella fattura?'],
    ['nl', 'Hoe kan ik het adres op mijn factuur wijzigen?'],
    ['pt', 'Como posso mudar o endereço da minha fatura? Não consigo.'],
    ['ro', 'Cum pot schimba adresa de pe factură și unde găsesc asta?'],
    ['tr', 'Faturamdaki adresi nasıl değiştirebilirim?'],
    ['vi', 'Làm thế nào để thay đổi địa chỉ trên hóa đơn của tôi?'],
    ['ru', 'Как изменить адрес в счёте?'],
    ['ar', 'كيف أغير العنوان في الفاتورة؟'],
    ['hi', 'मैं चालान पर पता कैसे बदलूँ?'],
    ['el', 'Πώς αλλάζω τη διεύθυνση στο τιμολόγιο;'],
    ['th', 'ฉันจะเปลี่ยนที่อยู่ในใบแจ้งหนี้ได้อย่างไร'],
    ['zh', '如何更改发票上的地址？'],
    ['ja', '請求書の住所を変更するにはどうすればよいですか'],
  ])('is detected as %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language)
  })

  it('is one of the requested ones, or the first when the text is unclear', () => {
    expect(detectLanguage('PayPal', ['de', 'en'])).toBe('de')
    expect(detectLanguage('', ['fr'])).toBe('fr')
    expect(detectLanguage('😀 123', [])).toBe('en')
    expect(detectLanguage('How do I pay?', ['de', 'ru'])).toBe('de')
    expect(detectLanguage('Как оплатить?', ['de', 'en'])).toBe('de')
  })
})
