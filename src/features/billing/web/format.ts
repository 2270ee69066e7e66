/** Minor units as the currency is written: `money(1999, 'usd')` → `$19.99`. */
export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() }).format(amount / 100)
